import { Paperclip, Pencil, Repeat } from 'lucide-react'
import { formatDate, formatMoney } from '#core/format.ts'
import { BilledBadge } from '#features/work/billing-status/billed-badge.tsx'
import { BilledMenuLink } from '#features/work/billing-status/billed-menu-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { fillsRow } from '#web/ui/fills-row.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { Nothing, Row } from '#web/ui/row-list.tsx'
import { SelectionBox } from '#web/ui/selection-boxes.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useDeleteExpense, useReceiptUploads } from './client.ts'
import type { Expense } from './contract.ts'
import { describeExpense, hasMarkup, kindOf } from './rules.ts'

interface ExpenseCardProps {
  expense: Expense
  ofProject: boolean
  onEdit(): void
  onViewReceipts(): void
}

type ExpenseRowProps = ExpenseCardProps & {
  /** Undefined where expenses cannot be chosen. */
  selected: boolean | undefined
  onToggle(range: boolean): void
}

/** One line for wide screens. */
export function ExpenseRow(props: ExpenseRowProps) {
  const { expense, ofProject, onEdit, onViewReceipts, selected, onToggle } = props
  return (
    <Row selected={selected}>
      {selected !== undefined && (
        <SelectionBox
          of={describeExpense(expense)}
          selected={selected}
          onToggle={onToggle}
          className="relative z-1"
        />
      )}
      <div className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          onClick={onEdit}
          title={expense.description}
          className={cx('truncate rounded-xs text-left text-body text-ink', fillsRow)}
        >
          {expense.description}
        </button>
        <ExpenseKind expense={expense} className="relative z-1" />
        <RecurringMark expense={expense} />
      </div>
      <span className="truncate text-muted">{expense.category}</span>
      {!ofProject && (
        <span className="truncate text-muted">
          {expense.project_name ?? expense.client_name ?? <Nothing />}
        </span>
      )}
      <span className="relative flex justify-end">
        <RowReceipts expense={expense} onView={onViewReceipts} />
      </span>
      <time dateTime={expense.date} className="text-muted tabular-nums">
        {formatDate(expense.date)}
      </time>
      <span className="text-right tabular-nums">
        <span className="block text-body font-medium text-ink">
          {formatMoney(expense.amount, expense.currency)}
        </span>
        {expense.currency !== expense.home_currency ? (
          <span className="block text-micro text-muted">
            {formatMoney(expense.home_amount, expense.home_currency)}
          </span>
        ) : (
          hasMarkup(expense) && (
            <span className="block text-micro text-muted">
              Client pays {formatMoney(expense.billable_amount, expense.currency)}
            </span>
          )
        )}
      </span>
      <span className="relative flex justify-end">
        <ExpenseMenu expense={expense} onEdit={onEdit} />
      </span>
    </Row>
  )
}

/** For narrow screens. */
export function ExpenseCard({ expense, ofProject, onEdit, onViewReceipts }: ExpenseCardProps) {
  const forWhom = ofProject ? null : (expense.project_name ?? expense.client_name)

  return (
    <div className="flex items-center gap-3 border-b border-hairline py-3 pr-2 pl-4 md:gap-6 md:pl-5">
      <div className="grid min-w-0 flex-1 gap-1 md:gap-0.5">
        <p className="flex min-w-0 items-center gap-2">
          <span className="font-medium max-md:line-clamp-2 max-md:wrap-anywhere md:truncate">
            {expense.description}
          </span>
          <ExpenseKind expense={expense} className="max-md:hidden" />
          <RecurringMark expense={expense} />
        </p>
        <p className="text-meta text-muted max-md:line-clamp-2 max-md:wrap-anywhere md:truncate">
          {expense.category}
          {forWhom !== null && ` · ${forWhom}`}
          {hasMarkup(expense) && ` · Client pays ${formatMoney(expense.billable_amount, expense.currency)}`}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted md:hidden">
          <ExpenseKind expense={expense} />
          <time dateTime={expense.date} className="whitespace-nowrap">
            {formatDate(expense.date)}
          </time>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end max-md:self-start md:contents">
        <RowReceipts expense={expense} onView={onViewReceipts} />
        <time dateTime={expense.date} className="shrink-0 text-meta text-muted max-md:hidden">
          {formatDate(expense.date)}
        </time>
        <span className="shrink-0 text-right font-medium md:w-32">
          {formatMoney(expense.amount, expense.currency)}
          {expense.currency !== expense.home_currency && (
            <span className="block text-meta font-normal text-muted">
              {formatMoney(expense.home_amount, expense.home_currency)}
            </span>
          )}
        </span>
      </div>
      <ExpenseMenu expense={expense} onEdit={onEdit} />
    </div>
  )
}

function ExpenseMenu({ expense, onEdit }: Pick<ExpenseCardProps, 'expense' | 'onEdit'>) {
  const deletion = useDeleteExpense()
  return (
    <ActionsMenu label={`Actions for ${expense.description}`}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      {expense.invoice ? (
        <BilledMenuLink invoice={expense.invoice} />
      ) : (
        <DeleteMenuItem
          title="Delete this expense?"
          consequences={`${describeExpense(expense)} will be removed.`}
          onDelete={() => deletion.mutate(expense)}
        />
      )}
    </ActionsMenu>
  )
}

const RecurringMark = ({ expense }: { expense: Expense }) =>
  expense.recurring_expense_id !== null && (
    <Tooltip text="Added by a recurring expense">
      <Repeat role="img" aria-label="Recurring" className="icon-sm shrink-0 text-muted" />
    </Tooltip>
  )

/** The number of receipts, or the progress of their upload. */
function RowReceipts({ expense, onView }: { expense: Expense; onView(): void }) {
  const uploads = useReceiptUploads(expense.id)
  const count = expense.receipt_count
  const sent = uploads.filter(({ error }) => error === null)
  if (sent.length > 0)
    return <Spinner text="Uploading" className="shrink-0 text-meta text-muted max-md:order-last" />
  if (count === 0) return null
  const label = `${count === 1 ? '1 receipt' : `${count} receipts`} of ${expense.description}`
  return (
    <IconButton
      label={label}
      className="w-auto shrink-0 gap-1 px-2 max-md:order-last max-md:-mr-2"
      icon={
        <>
          <Paperclip aria-hidden className="icon-sm" />
          <span className="text-meta tabular-nums">{count}</span>
        </>
      }
      onClick={onView}
    />
  )
}

function ExpenseKind({ expense, className }: { expense: Expense; className?: string }) {
  if (expense.is_billed) return <BilledBadge work={expense} {...(className && { className })} />
  return (
    <Badge tone={expense.is_billable ? 'green' : 'grey'} {...(className && { className })}>
      {kindOf(expense)}
    </Badge>
  )
}
