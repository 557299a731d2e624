import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { DocumentAmounts } from './rules/document.ts'

type DocumentTotalsProps = {
  document: DocumentAmounts
  /** Also shows a tax of 0%. */
  showNoTax?: boolean
  className?: string
  /** Below the total. */
  children?: ReactNode
}

/** The sums of an invoice, from its subtotal to the balance. */
export function DocumentTotals({ document, showNoTax = false, className, children }: DocumentTotalsProps) {
  const { discount, tax, totals } = document
  const isWrittenOff = totals.written_off.minor_units > 0
  const isCredited = totals.credited.minor_units > 0
  const isPartlyPaid = totals.paid.minor_units > 0 && totals.balance.minor_units > 0
  return (
    <dl className={cx('grid content-start gap-1.5 tabular-nums', className)}>
      <Line label="Subtotal" value={totals.subtotal.text} />
      {discount && <Line label={discount.label} value={`−${discount.amount.text}`} />}
      {(showNoTax || tax.rate.value > 0) && <Line label={tax.label} value={totals.tax.text} />}
      <Sum label="Total" value={totals.total.text} />
      {children}
      {(isPartlyPaid || isWrittenOff || isCredited) && (
        <>
          {isCredited && <Line label="Credited" value={`−${totals.credited.text}`} />}
          {totals.paid.minor_units > 0 && <Line label="Paid so far" value={totals.paid.text} />}
          {isWrittenOff && <Line label="Written off" value={totals.written_off.text} />}
          <Sum label="Balance due" value={totals.balance.text} />
        </>
      )}
    </dl>
  )
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-edge pt-2.5 font-semibold">
      <dt>{label}</dt>
      <dd className="text-heading">{value}</dd>
    </div>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
