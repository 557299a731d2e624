import { formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { taxLabel } from '#features/invoices/rules/tax.ts'
import { isPartlyPaid } from '#features/invoices/rules.ts'
import type { PortalInvoiceDetail } from './contract.ts'

/** The amount summary, with tax only if there is any, and with what is left to pay if only a part was paid. */
export function InvoiceAmounts({ invoice }: { invoice: PortalInvoiceDetail }) {
  const money = (amount: MinorUnits) => formatMoney(amount, invoice.currency)
  return (
    <dl className="mt-4 ml-auto grid w-full gap-2 tabular-nums sm:w-72 print:break-inside-avoid">
      <Line term="Subtotal" amount={money(invoice.subtotal)} />
      {invoice.tax_rate > 0 && (
        <Line
          term={taxLabel(invoice.details.tax_name, invoice.tax_rate)}
          amount={money(invoice.tax_amount)}
        />
      )}
      <Sum term="Total" amount={money(invoice.total)} />
      {isPartlyPaid(invoice) && (
        <>
          <Line term="Paid so far" amount={money(invoice.amount_paid)} />
          <Sum term="Balance due" amount={money(invoice.balance)} />
        </>
      )}
    </dl>
  )
}

function Sum({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-edge pt-3 font-semibold">
      <dt>{term}</dt>
      <dd className="text-heading">{amount}</dd>
    </div>
  )
}

function Line({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
