import { Pencil } from 'lucide-react'
import { formatMoney } from '#core/format.ts'
import { frequencyLabel } from '#core/recurrence.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { hasMarkup } from '#features/work/expenses/rules.ts'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { NextDate } from '#web/ui/next-date.tsx'
import { PauseMenuItem } from '#web/ui/pause-menu-item.tsx'
import { recurringExpenses } from './client.ts'
import type { RecurringExpense } from './contract.ts'

interface RecurringExpenseRowProps {
  recurring: RecurringExpense
  onEdit(): void
}

export function RecurringExpenseRow({ recurring, onEdit }: RecurringExpenseRowProps) {
  const pause = recurringExpenses.usePause()
  const resume = recurringExpenses.useResume()
  const deletion = recurringExpenses.useRemove()
  const next = <NextDate {...recurring} today={useToday()} waiting="Needs an exchange rate" />
  const { description, category, project_name, client_name, amount, currency, frequency, markup_percent } =
    recurring

  return (
    <div className="flex items-center gap-3 py-3 pr-2 pl-4 md:gap-4 md:pl-5 lg:gap-6">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="line-clamp-2 font-medium wrap-anywhere">{description}</p>
        <p className="line-clamp-2 text-meta text-muted wrap-anywhere">
          {frequencyLabel[frequency]} · {category}
          {(project_name ?? client_name) !== null && ` · ${project_name ?? client_name}`}
          {hasMarkup(recurring) && ` · Billed with ${markup_percent / 100}% markup`}
        </p>
        <p className="mt-1 md:hidden">{next}</p>
      </div>
      <div className="shrink-0 max-md:hidden">{next}</div>
      <span className="shrink-0 text-right font-medium max-md:self-start md:w-24 lg:w-32">
        {formatMoney(amount, currency)}
      </span>
      <ActionsMenu label={`Actions for ${description}`}>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <PauseMenuItem
          isPaused={recurring.is_paused}
          onPause={() => pause.mutate(recurring)}
          onResume={() => resume.mutate(recurring)}
        />
        <DeleteMenuItem
          title={`Delete ${description}?`}
          consequences="Nothing more is added. Expenses that were added stay."
          onDelete={() => deletion.mutate(recurring)}
        />
      </ActionsMenu>
    </div>
  )
}
