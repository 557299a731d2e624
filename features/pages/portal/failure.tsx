import { LockKeyhole, Mail, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { INVALID_LINK } from '#core/errors.ts'
import { hasCode } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonAnchor } from '#web/ui/button-link.tsx'

type FailureProps = {
  icon: ReactNode
  title: string
  text: string
  hint?: ReactNode
  /** Given if another attempt may help. */
  onRetry?: (() => void) | undefined
  retrying?: boolean
  children?: ReactNode
}

/** Replaces a page that cannot be shown. */
export function Failure({ icon, title, text, hint, onRetry, retrying = false, children }: FailureProps) {
  return (
    <div className="flex flex-col items-center px-2 py-16 text-center md:py-28">
      <title>{title}</title>
      <span
        aria-hidden="true"
        className="mb-5 flex size-12 items-center justify-center rounded-full border border-hairline bg-surface text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
      <h1 tabIndex={-1} className="font-serif text-title font-semibold tracking-tight">
        {title}
      </h1>
      <p role="alert" className="mt-2 text-lead">
        {text}
      </p>
      {hint && <p className="mt-1 max-w-sm text-body text-balance text-muted">{hint}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-2 empty:hidden">
        {onRetry && (
          <Button onClick={onRetry} pending={retrying}>
            <RotateCw aria-hidden /> Try Again
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

/** The link never worked, or it was revoked or expired. A client whose link worked before is told whom to ask. */
export function LinkClosed({ error }: { error: Error | null }) {
  const contact = hasCode(error, 'invalid_link') ? error.body.contact : undefined
  return (
    <Failure
      icon={<LockKeyhole />}
      title="Access Denied"
      text={INVALID_LINK}
      hint={
        contact ? (
          <>
            Please ask <bdi>{contact.name}</bdi> for a new one.
          </>
        ) : (
          'Please ask the person who sent you this link for a new one.'
        )
      }
    >
      {contact && (
        <ButtonAnchor href={`mailto:${encodeURIComponent(contact.email)}`} className="max-w-full">
          <Mail aria-hidden /> <span className="min-w-0 truncate">{contact.email}</span>
        </ButtonAnchor>
      )}
    </Failure>
  )
}
