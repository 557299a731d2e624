import { formatDate, formatMoney } from '#core/format.ts'
import { KIND_LABEL } from '#features/billing/payments/rules/ledger.ts'
import { addressOf } from '#web/data/api.ts'
import { cx } from '#web/ui/cx.ts'
import { linkStyle } from '#web/ui/text-link.tsx'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { portalApi } from './contract/portal.ts'

type InvoicePaymentsProps = { token: string; invoice: PortalInvoiceDetail }

/** The client's payments, each with its receipt. */
export function InvoicePayments({ token, invoice }: InvoicePaymentsProps) {
  return (
    <ul data-tour="payments">
      {invoice.payments.map(({ id, kind, amount, surplus, written_off, paid_on }) => (
        <li
          key={id}
          className="flex items-center gap-3 border-b border-hairline py-2 tabular-nums touch:py-0"
        >
          <span className="flex-1">
            {formatDate(paid_on)}
            {kind !== 'payment' && <span className="text-muted">, {KIND_LABEL[kind].toLowerCase()}</span>}
          </span>
          {kind === 'payment' && (
            <a
              href={
                addressOf(portalApi.receipt, { params: { token, invoiceId: invoice.id, paymentId: id } }).href
              }
              download
              className={cx(linkStyle, 'inline-flex min-h-6 items-center touch:min-h-11')}
            >
              Receipt<span className="sr-only"> of {formatDate(paid_on)}</span>
            </a>
          )}
          <span className="min-w-16 text-right font-medium sm:min-w-20">
            {formatMoney(amount + surplus + written_off, invoice.currency)}
          </span>
        </li>
      ))}
    </ul>
  )
}
