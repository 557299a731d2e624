import { quantityFormat } from '#core/document-lines.ts'
import { formatDate, formatMoney, getPageLocale } from '#core/format.ts'
import { logoUrl } from '#features/business/client.ts'
import type { Invoice } from './contract.ts'
import { InvoiceTotals } from './invoice-totals.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { documentOf } from './rules/document.ts'
import { statusLabel } from './rules.ts'

export type ShownInvoice = Omit<
  Invoice,
  'changes_since_decision' | 'client_notes' | 'approved_at' | 'rejected_at' | 'sent_at' | 'changes_since_sent'
>

type InvoiceSheetProps = {
  invoice: ShownInvoice
  /** The account's. */
  timeZone: string
}

/** The invoice as a sheet of paper. */
export function InvoiceSheet({ invoice, timeZone }: InvoiceSheetProps) {
  const { seller, buyer, payment, footer } = documentOf(invoice, { locale: getPageLocale(), timeZone })
  const quantity = quantityFormat(invoice.items)
  return (
    <>
      <header className="flex items-start justify-between gap-8">
        <div className="min-w-0 text-meta wrap-anywhere">
          {seller.logo_id !== null && (
            <img src={logoUrl(seller.logo_id)} alt="" className="mb-3 max-h-16 max-w-48 object-contain" />
          )}
          <p className="text-lead font-semibold">{seller.name}</p>
          <Lines>{seller.lines}</Lines>
        </div>
        <div className="shrink-0 text-right">
          <p className="font-serif text-title">Invoice</p>
          <p className="text-lead font-semibold">{invoice.invoice_number}</p>
          {invoice.status !== 'sent' && <p className="text-meta">{statusLabel[invoice.status]}</p>}
        </div>
      </header>
      <dl className="mt-10 flex gap-12 text-meta [&_dt]:text-faint">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <dt>Billed to</dt>
          <dd className="text-body font-medium">{buyer.name}</dd>
          <dd>
            <Lines>{buyer.lines}</Lines>
          </dd>
          {invoice.project_name && <dd>{invoice.project_name}</dd>}
        </div>
        <div>
          <dt>Issued</dt>
          <dd>{formatDate(invoice.issue_date)}</dd>
        </div>
        {invoice.due_date && (
          <div>
            <dt>Due</dt>
            <dd>{formatDate(invoice.due_date)}</dd>
          </div>
        )}
        {invoice.paid_on && (
          <div>
            <dt>Paid</dt>
            <dd>{formatDate(invoice.paid_on)}</dd>
          </div>
        )}
      </dl>
      <table className="mt-10 w-full border-collapse text-meta tabular-nums">
        <thead>
          <tr className="border-b border-ink text-right [&>th]:py-2 [&>th]:pl-4 [&>th]:font-medium">
            <th className="pl-0! text-left">Description</th>
            <th>Qty</th>
            <th>Rate</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoice.items.map((item) => (
            <tr
              key={item.id}
              className="border-b border-hairline text-right [&>td]:py-2 [&>td]:pl-4 [&>td]:align-top"
            >
              <td className="pl-0! text-left whitespace-pre-wrap wrap-anywhere">{item.description}</td>
              <td>{quantity(item.quantity)}</td>
              <td>{formatMoney(item.rate, invoice.currency)}</td>
              <td>{formatMoney(item.amount, invoice.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <InvoiceTotals
        invoice={invoice}
        taxName={invoice.details.tax_name}
        className="mt-6 ml-auto w-72 max-w-full break-inside-avoid"
      />
      {invoice.notes && (
        <p className="mt-10 text-meta whitespace-pre-wrap wrap-anywhere text-muted">{invoice.notes}</p>
      )}
      {payment.lines.length > 0 && (
        <PaymentDetails lines={payment.lines} className="mt-10 break-inside-avoid text-meta" />
      )}
      {footer && (
        <footer className="mt-10 border-t border-hairline pt-3 text-center text-micro whitespace-pre-line wrap-anywhere text-muted">
          {footer}
        </footer>
      )}
    </>
  )
}

const Lines = ({ children }: { children: string[] }) => (
  <span className="block whitespace-pre-line">{children.join('\n')}</span>
)
