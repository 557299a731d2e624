import { BanknoteArrowDown, Bell, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatMoney } from '#core/format.ts'
import { ApprovalBadge } from '#features/engagement/approvals/approval-badge.tsx'
import { useTimeZone, useToday } from '#features/foundation/account/client.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import type { InvoiceSummary } from './contract/invoice.ts'
import { approvalToShow } from './rules/approval.ts'
import { describeDelay, type InvoiceStep } from './rules/late.ts'
import { describeSchedule } from './rules/schedule.ts'
import { isPartlyPaid } from './rules/status.ts'
import { StatusBadge } from './status-badge.tsx'

type InvoiceCardProps = {
  invoice: InvoiceSummary
  /** On the page of a project or client, whose name is left out. */
  of?: 'project' | 'client' | undefined
  onView(step?: InvoiceStep): void
}

export function InvoiceCard({ invoice, of, onView }: InvoiceCardProps) {
  const approval = approvalToShow(invoice)
  const others = otherAmounts(invoice)
  return (
    <Card
      data-tour={`invoice-${invoice.id}`}
      className="relative grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-2 p-4 transition-colors hover:border-edge md:min-h-19 md:grid-cols-[minmax(0,1fr)_6rem_6rem_minmax(7rem,auto)_auto] xl:grid-cols-[minmax(0,1fr)_7rem_7rem_minmax(9rem,auto)_auto] xl:gap-x-6 md:py-3"
    >
      <div className="max-md:contents md:flex md:min-w-0 md:flex-wrap md:items-center md:gap-x-2.5 md:gap-y-0.5">
        <h2 className="font-semibold">{invoiceTitle(invoice)}</h2>
        {of !== 'project' && (
          <p
            className={cx(
              'truncate text-meta text-muted max-md:row-start-2 max-md:-mt-2 md:order-last md:w-full',
              others.length === 0 && 'max-md:col-span-3',
            )}
            title={of ? (invoice.project_name ?? '') : invoice.client_name}
          >
            {of ? (
              invoice.project_name
            ) : (
              <Link to={`/clients/${invoice.client_id}`} className="relative z-1 rounded-xs hover:text-ink">
                {invoice.client_name}
              </Link>
            )}
          </p>
        )}
        <div className="flex flex-wrap gap-x-2.5 gap-y-1 max-md:col-span-3 max-md:row-start-3 max-md:gap-x-1.5">
          <StatusBadge status={invoice.status} />
          {approval && <ApprovalBadge status={approval} />}
          <ScheduleInWords invoice={invoice} />
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-3 max-md:col-span-3 max-md:row-start-4 max-md:mt-1 md:contents">
        <Day label="Issued" className="md:col-start-2">
          {formatDate(invoice.issue_date)}
        </Day>
        <Day label="Due" className="md:col-start-3">
          {invoice.due_date ? formatDate(invoice.due_date) : 'No due date'}
        </Day>
      </dl>
      <div
        className={cx(
          'text-right max-md:col-start-2 max-md:row-start-1 md:col-start-4 md:row-start-1',
          others.length > 0 && 'max-md:row-span-2 max-md:self-start',
        )}
      >
        <p className="font-semibold">{formatMoney(invoice.total, invoice.currency)}</p>
        {others.map((amount) => (
          <p key={amount} className="text-micro text-muted tabular-nums">
            {amount}
          </p>
        ))}
      </div>
      <PlainIconButton
        className="static! row-start-1 after:absolute after:inset-0 after:rounded max-md:col-start-3 max-md:-my-3 max-md:-mr-3 max-md:-ml-2 md:col-start-5"
        label={`View invoice ${invoiceTitle(invoice)}`}
        icon={<Eye />}
        onClick={() => onView()}
      />
      {invoice.status === 'overdue' && invoice.balance > 0 && <LateRow invoice={invoice} onView={onView} />}
    </Card>
  )
}

function ScheduleInWords({ invoice }: { invoice: InvoiceSummary }) {
  const described = describeSchedule(invoice, useTimeZone(), useToday())
  if (described === null) return null
  return (
    <span className={cx('text-meta', invoice.schedule_problem ? 'text-red-ink' : 'text-muted')}>
      {described}
    </span>
  )
}

/** An overdue invoice with the next step, without opening it first. */
function LateRow({ invoice, onView }: InvoiceCardProps) {
  const today = useToday()
  return (
    <div className="relative z-1 col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-hairline pt-2 max-md:row-start-5 max-md:-mb-2">
      <p className="mr-auto text-meta text-red-ink max-[23rem]:w-full">
        {describeDelay(invoice.due_date, today)}
      </p>
      {invoice.approval_status !== 'rejected' && (
        <Button size="sm" variant="ghost" onClick={() => onView('remind')}>
          <Bell aria-hidden /> Remind<span className="sr-only"> {invoice.client_name}</span>
        </Button>
      )}
      <Button size="sm" variant="ghost" className="-mr-3" onClick={() => onView('pay')}>
        <BanknoteArrowDown aria-hidden /> Record payment
        <span className="sr-only"> from {invoice.client_name}</span>
      </Button>
    </div>
  )
}

/** The total in the home currency if that is another, and what is left of it. */
function otherAmounts(invoice: InvoiceSummary): string[] {
  const { currency, home_currency, home_total } = invoice
  return [
    currency !== home_currency && home_total !== null ? formatMoney(home_total, home_currency) : '',
    invoice.credited > 0 ? `${formatMoney(invoice.credited, currency)} credited` : '',
    isPartlyPaid(invoice) ? `${formatMoney(invoice.balance, currency)} due` : '',
  ].filter(Boolean)
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
