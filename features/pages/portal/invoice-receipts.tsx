import { Paperclip } from 'lucide-react'
import { formatBytes } from '#core/format.ts'
import { addressOf } from '#web/data/api.ts'
import { linkStyle } from '#web/ui/text-link.tsx'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { portalApi } from './contract/portal.ts'

type InvoiceReceiptsProps = { token: string; invoice: PortalInvoiceDetail; className?: string }

/** The receipts of what was bought for the client. */
export function InvoiceReceipts({ token, invoice, className }: InvoiceReceiptsProps) {
  if (invoice.expense_receipts.length === 0) return null
  return (
    <section aria-labelledby="receipts" className={className}>
      <h2 id="receipts" className="mb-2 font-semibold">
        Receipts
      </h2>
      <ul className="grid gap-3 touch:gap-0">
        {invoice.expense_receipts.map(({ id, expense, name, size }) => (
          <li key={id} className="flex min-w-0 gap-2 text-meta text-muted">
            <Paperclip aria-hidden className="icon-sm mt-0.5 shrink-0 touch:mt-3.5" />
            <a
              href={
                addressOf(portalApi.expenseReceipt, {
                  params: { token, invoiceId: invoice.id, receiptId: id },
                }).href
              }
              download={name}
              className={`min-w-0 flex-1 touch:py-3 ${linkStyle}`}
            >
              {expense}
              <span className="inline-block w-full truncate font-normal text-muted">
                {name}, {formatBytes(size)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
