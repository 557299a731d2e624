import { Paperclip } from 'lucide-react'
import { clientMailFooter } from '#features/engagement/notifications/rules/mails.ts'
import { cx } from '#web/ui/cx.ts'
import type { ClientMail } from './rules/mails.ts'

type MailPreviewProps = {
  mail: ClientMail
  sender: string
  /** The name of the attached file; null without one. */
  attachment: string | null
  className?: string
}

/** The mail as its recipient sees it. Nothing in it can be pressed. */
export function MailPreview({ mail, sender, attachment, className }: MailPreviewProps) {
  return (
    <div className={cx('overflow-hidden rounded border border-hairline', className)}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-b border-hairline bg-surface px-4 py-3 text-meta">
        <dt className="text-faint">From</dt>
        <dd className="wrap-anywhere">{sender}</dd>
        <dt className="text-faint">Subject</dt>
        <dd className="font-medium wrap-anywhere">{mail.subject}</dd>
      </dl>
      <div className="flex flex-col gap-3 bg-paper p-4">
        <p className="px-1 font-serif font-semibold wrap-anywhere">{sender}</p>
        <div className="flex flex-col gap-3 rounded border border-hairline bg-surface p-5">
          <p className="font-serif text-heading wrap-anywhere">{mail.heading}</p>
          {mail.amount && (
            <p className="text-figure font-semibold tabular-nums wrap-anywhere">
              {mail.amount.text}
              <span className="block text-body font-normal text-muted">{mail.amount.note}</span>
            </p>
          )}
          {mail.paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name than their place
            <p key={index} className="whitespace-pre-line wrap-anywhere">
              {paragraph}
            </p>
          ))}
          <p className="mt-1 w-fit rounded bg-accent forced-colors:border px-4 py-2 font-medium text-on-accent">
            {mail.button}
          </p>
        </div>
        {attachment !== null && (
          <p className="flex items-center gap-2 px-1 text-meta text-muted wrap-anywhere">
            <Paperclip aria-hidden className="icon-sm shrink-0" />
            {attachment}
          </p>
        )}
        <p className="px-1 text-micro text-muted wrap-anywhere">{clientMailFooter(sender)}</p>
      </div>
    </div>
  )
}
