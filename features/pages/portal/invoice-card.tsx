import { ArrowRight } from 'lucide-react'
import { formatDate, formatMoney } from '#core/format.ts'
import { approvalToShow } from '#features/billing/invoices/rules/approval.ts'
import { isPartlyPaid } from '#features/billing/invoices/rules/status.ts'
import { StatusBadge } from '#features/billing/invoices/status-badge.tsx'
import { ApprovalBadge } from '#features/engagement/approvals/approval-badge.tsx'
import { UnreadBadge } from '#features/engagement/notifications/unread-badge.tsx'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Quote } from '#web/ui/quote.tsx'
import { useUnread } from './client.ts'
import type { PortalInvoice } from './contract/invoices.ts'
import { Fact } from './fact.tsx'
import { invoicePath } from './links.tsx'

export function InvoiceCard({ token, invoice }: { token: string; invoice: PortalInvoice }) {
  const approval = approvalToShow(invoice)
  const unread = useUnread(token).filter(({ invoice_id }) => invoice_id === invoice.id).length
  return (
    <li className="min-w-0">
      <Card className="flex h-full flex-col p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-lead font-semibold wrap-anywhere">{invoiceTitle(invoice)}</h2>
          <span className="flex flex-wrap gap-1.5 pt-px">
            <UnreadBadge count={unread} />
            <StatusBadge status={invoice.status} />
            {approval && <ApprovalBadge status={approval} />}
          </span>
        </div>
        <p className="mt-3 text-figure font-semibold tracking-tight tabular-nums">
          <span className="sr-only">Total </span>
          {formatMoney(invoice.total, invoice.currency)}
        </p>
        {isPartlyPaid(invoice) && (
          <p className="mt-0.5 text-meta text-muted tabular-nums">
            Balance due {formatMoney(invoice.balance, invoice.currency)}
          </p>
        )}
        {invoice.client_notes && (
          <div className="mt-4">
            <p className="text-micro text-faint">Your notes</p>
            <Quote className="mt-1 line-clamp-4">{invoice.client_notes}</Quote>
          </div>
        )}
        <div className="mt-auto pt-5">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-hairline pt-4">
            <dl className="grid grid-cols-[6.5rem_auto] gap-4">
              <Fact term="Issued">{formatDate(invoice.issue_date)}</Fact>
              <Fact term="Due">{invoice.due_date && formatDate(invoice.due_date)}</Fact>
            </dl>
            <ButtonLink to={invoicePath(token, invoice.id)} className="ml-auto max-sm:w-full">
              View &amp; Review<span className="sr-only"> {invoiceTitle(invoice)}</span>
              <ArrowRight aria-hidden />
            </ButtonLink>
          </div>
        </div>
      </Card>
    </li>
  )
}
