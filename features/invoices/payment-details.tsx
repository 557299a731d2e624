import { cx } from '#web/ui/cx.ts'
import type { InvoiceDocument } from './rules/document.ts'

type PaymentDetailsProps = { lines: InvoiceDocument['payment']['lines']; className?: string }

/** Where an invoice is to be paid. */
export function PaymentDetails({ lines, className }: PaymentDetailsProps) {
  return (
    <dl className={cx('grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1', className)}>
      {lines.map(({ label, text }) => (
        <div key={label} className={label === null ? 'col-span-2' : 'contents'}>
          <dt className={label === null ? 'sr-only' : 'text-muted'}>{label ?? 'Payment details'}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
