import { Pause, Pencil, Play } from 'lucide-react'
import { formatDate, formatMoney } from '#core/format.ts'
import { useToday } from '#features/account/client.ts'
import { hasMarkup } from '#features/expenses/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem } from '#web/ui/menu.tsx'
import { useDeleteRecurringExpense, usePauseRecurringExpense, useResumeRecurringExpense } from './client.ts'
import type { RecurringExpense } from './contract.ts'
import { frequencyLabel, stateOf } from './rules.ts'

interface RecurringExpenseRowProps {
  recurring: RecurringExpense
  onEdit(): void
}

export function RecurringExpenseRow({ recurring, onEdit }: RecurringExpenseRowProps) {
  const pause = usePauseRecurringExpense()
  const resume = useResumeRecurringExpense()
  const deletion = useDeleteRecurringExpense()
  const { description, category, project_name, amount, currency, frequency, markup_percent } = recurring

  return (
    <div className="flex items-center gap-3 py-3 pr-2 pl-4 md:gap-6 md:pl-5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="truncate font-medium">{description}</p>
        <p className="truncate text-meta text-muted">
          {frequencyLabel[frequency]} · {category}
          {project_name !== null && ` · ${project_name}`}
          {hasMarkup(recurring) && ` · Billed with ${markup_percent / 100}% markup`}
        </p>
        <p className="mt-1 md:hidden">
          <NextDate recurring={recurring} />
        </p>
      </div>
      <div className="shrink-0 max-md:hidden">
        <NextDate recurring={recurring} />
      </div>
      <span className="shrink-0 text-right font-medium max-md:self-start md:w-32">
        {formatMoney(amount, currency)}
      </span>
      <ActionsMenu label={`Actions for ${description}`}>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
        {recurring.is_paused ? (
          <MenuItem icon={<Play />} onSelect={() => resume.mutate(recurring)}>
            Resume
          </MenuItem>
        ) : (
          <MenuItem icon={<Pause />} onSelect={() => pause.mutate(recurring)}>
            Pause
          </MenuItem>
        )}
        <DeleteMenuItem
          what={description}
          consequences="Nothing more is added. Expenses that were added stay."
          onDelete={() => deletion.mutate(recurring)}
        />
      </ActionsMenu>
    </div>
  )
}

function NextDate({ recurring }: { recurring: RecurringExpense }) {
  const state = stateOf(recurring, useToday())
  if (state === 'paused') return <Badge tone="yellow">Paused</Badge>
  if (state === 'ended' || recurring.next_date === null) return <Badge tone="grey">Ended</Badge>
  if (state === 'waiting') return <Badge tone="red">Needs an exchange rate</Badge>
  return (
    <span className="text-meta text-muted">
      Next on <time dateTime={recurring.next_date}>{formatDate(recurring.next_date)}</time>
    </span>
  )
}
