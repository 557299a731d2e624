import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, formatMoney } from '#core/format.ts'
import { ApprovalBadge } from '#features/portal/badges.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { InvoiceSummary } from './contract.ts'
import { StatusBadge } from './status-badge.tsx'

export function InvoiceCard({ invoice, onView }: { invoice: InvoiceSummary; onView(): void }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 p-4 md:min-h-19 md:grid-cols-[minmax(0,1fr)_7rem_7rem_9rem_auto] md:py-3">
      <div className="min-w-0 md:col-start-1 md:row-start-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold">{invoice.invoice_number}</h2>
          <StatusBadge status={invoice.status} />
          {invoice.approval_status && <ApprovalBadge status={invoice.approval_status} />}
        </div>
        <p className="mt-0.5 truncate text-meta text-muted" title={invoice.client_name}>
          {invoice.client_name}
        </p>
      </div>
      <p className="order-4 text-lead font-semibold tabular-nums max-md:col-span-2 max-md:-mt-1 md:order-none md:col-start-4 md:row-start-1 md:text-right md:text-body">
        {formatMoney(invoice.total)}
      </p>
      <dl className="order-5 flex gap-8 max-md:col-span-2 md:contents">
        <Day label="Issued" className="md:col-start-2">
          {formatDate(invoice.issue_date)}
        </Day>
        <Day label="Due" className="md:col-start-3">
          {invoice.due_date ? formatDate(invoice.due_date) : 'No due date'}
        </Day>
      </dl>
      <IconButton
        className="md:col-start-5 md:row-start-1"
        label={`View invoice ${invoice.invoice_number}`}
        icon={<Eye />}
        onClick={onView}
      />
    </Card>
  )
}

type DayProps = { label: string; className: string; children: ReactNode }

function Day({ label, className, children }: DayProps) {
  return (
    <div className={cx('min-w-0 md:row-start-1', className)}>
      <dt className="text-micro text-faint">{label}</dt>
      <dd className="truncate text-meta tabular-nums">{children}</dd>
    </div>
  )
}
