import { lazy, Suspense } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { InvoiceDocument } from './rules/document.ts'

// Few invoices have a code, and what draws it is large.
const PaymentCode = lazy(async () => ({ default: (await import('./payment-code.tsx')).PaymentCode }))

type PaymentDetailsProps = {
  lines: InvoiceDocument['payment']['lines']
  /** The content of the QR code; null without one. */
  code: string | null
  className?: string
}

/** Where an invoice is to be paid. */
export function PaymentDetails({ lines, code, className }: PaymentDetailsProps) {
  return (
    <div className={cx('flex flex-wrap items-start gap-x-8 gap-y-4', className)}>
      <dl className="grid min-w-0 flex-1 basis-56 grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {lines.map(({ label, text }) => (
          <div key={label} className={label === null ? 'col-span-2' : 'contents'}>
            <dt className={label === null ? 'sr-only' : 'text-muted'}>{label ?? 'Payment details'}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {code !== null && (
        <Suspense>
          <PaymentCode content={code} />
        </Suspense>
      )}
    </div>
  )
}
