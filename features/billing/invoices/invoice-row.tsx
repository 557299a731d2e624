import { BanknoteArrowDown, Bell, Eye, Send, User } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount, formatDate, formatMoney } from '#core/format.ts'
import { percentage } from '#core/money.ts'
import type { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'
import { useTimeZone, useToday } from '#features/foundation/account/client.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { cx } from '#web/ui/cx.ts'
import { fillsRow } from '#web/ui/fills-row.ts'
import { ActionsMenu, MenuItem, MenuLink } from '#web/ui/menu.tsx'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import { Nothing, Row } from '#web/ui/row-list.tsx'
import { SelectionBox } from '#web/ui/selection-boxes.tsx'
import type { InvoiceSummary } from './contract/invoice.ts'
import { approvalToShow } from './rules/approval.ts'
import { describeDelay, type InvoiceStep } from './rules/late.ts'
import { describeSchedule } from './rules/schedule.ts'
import { isOwed } from './rules/sealing.ts'
import { isPartlyPaid, isPayable } from './rules/status.ts'
import { StatusBadge } from './status-badge.tsx'

type InvoiceRowProps = {
  invoice: InvoiceSummary
  /** On the page of a project or client, whose name is left out. */
  of: 'project' | 'client' | undefined
  onView(step?: InvoiceStep): void
  /** Undefined where invoices cannot be chosen. */
  selected: boolean | undefined
  onToggle(range: boolean): void
}

/** One line for wide screens. */
export function InvoiceRow({ invoice, of, onView, selected, onToggle }: InvoiceRowProps) {
  const { total, balance, currency, home_currency, home_total, due_date, project_name } = invoice
  const title = invoiceTitle(invoice)
  const isLate = invoice.status === 'overdue'
  return (
    <Row selected={selected} data-tour={`invoice-${invoice.id}`}>
      {selected !== undefined && (
        <SelectionBox of={title} selected={selected} onToggle={onToggle} className="relative z-1" />
      )}
      <h2 className="truncate text-body font-semibold text-ink tabular-nums">{title}</h2>
      {of === 'client' && <span className="truncate text-muted">{project_name ?? <Nothing />}</span>}
      {!of && (
        <div className="min-w-0">
          <p className="truncate text-body leading-5" title={invoice.client_name}>
            <Link
              to={`/clients/${invoice.client_id}`}
              className="relative z-1 block w-fit max-w-full truncate rounded-xs hover:underline"
            >
              {invoice.client_name}
            </Link>
          </p>
          {project_name && <p className="truncate text-micro text-muted">{project_name}</p>}
        </div>
      )}
      <StatusInWords invoice={invoice} />
      <time dateTime={invoice.issue_date} className="text-muted tabular-nums">
        {formatDate(invoice.issue_date)}
      </time>
      <span className="text-muted tabular-nums">
        {due_date ? <time dateTime={due_date}>{formatDate(due_date)}</time> : 'No due date'}
      </span>
      <span className="text-right tabular-nums">
        <span className="block text-body">{formatMoney(total, currency)}</span>
        {currency !== home_currency && home_total !== null && (
          <span className="block text-micro text-muted">{formatMoney(home_total, home_currency)}</span>
        )}
      </span>
      <span
        className={cx(
          'text-right text-body font-semibold whitespace-nowrap tabular-nums',
          isLate ? 'text-red-ink' : 'text-ink',
        )}
      >
        {isPayable(invoice) ? formatMoney(balance, currency) : <Nothing says="Nothing due" />}
      </span>
      <span className="flex justify-end">
        <PlainIconButton
          size="sm"
          className={cx('static!', fillsRow)}
          label={`View invoice ${title}`}
          icon={<Eye />}
          onClick={() => onView()}
        />
        <span className="relative z-1">
          <ActionsMenu
            label={`Actions for ${invoice.number === null ? 'a draft' : `invoice ${invoice.number}`} of ${invoice.client_name}`}
          >
            <MenuItem icon={<Eye />} onSelect={() => onView()}>
              View
            </MenuItem>
            {invoice.status === 'draft' && (
              <MenuItem icon={<Send />} onSelect={() => onView('send')}>
                Send
              </MenuItem>
            )}
            {isOwed(invoice) && (
              <MenuItem icon={<BanknoteArrowDown />} onSelect={() => onView('pay')}>
                Record payment
              </MenuItem>
            )}
            {isLate && invoice.approval_status !== 'rejected' && (
              <MenuItem icon={<Bell />} onSelect={() => onView('remind')}>
                Remind
              </MenuItem>
            )}
            <MenuLink icon={<User />} to={`/clients/${invoice.client_id}`}>
              {invoice.client_name}
            </MenuLink>
          </ActionsMenu>
        </span>
      </span>
    </Row>
  )
}

const APPROVAL_WORDS: Record<ApprovalStatus, string> = {
  approved: 'approved',
  rejected: 'changes requested',
  pending: 'waiting for approval',
}

/** The badge, and what stands out beside it: when it is sent, how late it is, how much of it is paid, what the client decided. */
function StatusInWords({ invoice }: { invoice: InvoiceSummary }) {
  const today = useToday()
  const timeZone = useTimeZone()
  const { status, amount_paid, total, credited, paid_on, currency } = invoice
  const approval = status === 'paid' || status === 'cancelled' ? null : approvalToShow(invoice)
  const isWrong = status === 'overdue' || invoice.schedule_problem !== ''
  const paid = isPartlyPaid(invoice) ? percentage(amount_paid, total) : null
  const words = [
    describeSchedule(invoice, timeZone, today),
    status === 'overdue' && describeDelay(invoice.due_date, today),
    // Never 100% while something is left.
    paid !== null && `${formatCount(Math.floor(paid / 100))}% paid`,
    approval && APPROVAL_WORDS[approval],
    status === 'paid' && paid_on && formatDate(paid_on),
    credited > 0 && `${formatMoney(credited, currency)} credited`,
  ].filter(Boolean)
  return (
    <div className="flex min-w-0 items-center gap-2">
      <StatusBadge status={status} />
      {paid !== null && status === 'sent' && (
        <span aria-hidden="true" className="h-1 w-10 shrink-0 overflow-hidden rounded-full bg-sunken">
          <span
            className="block h-full rounded-full bg-green-solid"
            style={{ width: `${Math.min(100, paid / 100)}%` }}
          />
        </span>
      )}
      <span
        className={cx(
          'min-w-0',
          words.length > 1 || invoice.scheduled_for ? 'line-clamp-2 text-micro' : 'truncate',
          isWrong ? 'text-red-ink' : 'text-muted',
        )}
        title={words.join(', ')}
      >
        {words.join(', ')}
      </span>
    </div>
  )
}
