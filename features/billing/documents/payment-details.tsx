import { lazy, Suspense } from 'react'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { InvoiceDocument } from './rules/document.ts'

// Few invoices have a code, and what draws it is large.
const PaymentCode = lazy(async () => ({ default: (await import('./payment-code.tsx')).PaymentCode }))

type PaymentDetailsProps = {
  lines: InvoiceDocument['payment']['lines']
  /** The content of the QR code; null without one. */
  code: string | null
  /** True if each line can be copied by the payer. */
  copyable?: boolean
  className?: string
}

/** The payment details of an invoice. */
export function PaymentDetails({ lines, code, copyable = false, className }: PaymentDetailsProps) {
  return (
    <div className={cx('flex flex-wrap items-start gap-x-8 gap-y-4', className)}>
      {copyable ? <CopyableLines lines={lines} /> : <PlainLines lines={lines} />}
      {code !== null && (
        <Suspense>
          <PaymentCode content={code} />
        </Suspense>
      )}
    </div>
  )
}

type LinesProps = Pick<PaymentDetailsProps, 'lines'>

function PlainLines({ lines }: LinesProps) {
  return (
    <dl className="grid min-w-0 flex-1 basis-56 grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
      {lines.map(({ label, text }) => (
        <div key={label} className={label === null ? 'col-span-2' : 'contents'}>
          <dt className={label === null ? 'sr-only' : 'text-muted'}>{label ?? 'Payment details'}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function CopyableLines({ lines }: LinesProps) {
  return (
    <dl className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
      {lines.map(({ label, text, value }) => (
        <div key={label}>
          <dt className={label === null ? 'sr-only' : 'text-micro text-faint'}>
            {label ?? 'Payment details'}
          </dt>
          <dd className="flex items-center gap-2">
            <span className="min-w-0 whitespace-pre-line wrap-anywhere">{text}</span>
            {label !== null && (
              <CopyButton
                text={value}
                label={`Copy ${label}`}
                className="-my-2 max-sm:ml-auto touch:-my-3 print:hidden"
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
