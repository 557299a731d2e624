import { Paperclip } from 'lucide-react'
import { formatBytes } from '#core/format.ts'
import { addressOf } from '#web/data/api.ts'
import { linkStyle } from '#web/ui/text-link.tsx'
import { type PortalInvoiceDetail, portalApi } from './contract.ts'

type InvoiceReceiptsProps = { token: string; invoice: PortalInvoiceDetail; className?: string }

/** The receipts of what was bought for the client. */
export function InvoiceReceipts({ token, invoice, className }: InvoiceReceiptsProps) {
  if (invoice.expense_receipts.length === 0) return null
  return (
    <section aria-labelledby="receipts" className={className}>
      <h2 id="receipts" className="mb-2 font-semibold">
        Receipts
      </h2>
      <ul className="grid gap-2">
        {invoice.expense_receipts.map(({ id, expense, name, size }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 text-meta text-muted">
            <Paperclip aria-hidden className="icon-sm shrink-0" />
            <a
              href={
                addressOf(portalApi.expenseReceipt, {
                  params: { token, invoiceId: invoice.id, receiptId: id },
                }).href
              }
              download={name}
              className={`min-w-0 truncate ${linkStyle}`}
            >
              {expense}: {name}
            </a>
            <span className="shrink-0">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
