import type { GroupBy } from '#features/billing/billable-work/contract.ts'
import { ChoiceButton } from './choice-button.tsx'

const OPTIONS: { value: GroupBy; label: string }[] = [
  { value: 'entry', label: 'Entry' },
  { value: 'day', label: 'Day' },
  { value: 'description', label: 'Description' },
  { value: 'project', label: 'Project' },
]

type GroupByChoiceProps = { value: GroupBy; onChange(groupBy: GroupBy): void }

/** Groups time into lines. */
export function GroupByChoice({ value, onChange }: GroupByChoiceProps) {
  return (
    <fieldset className="-ml-2.5 flex flex-wrap items-center gap-0.5">
      <legend className="float-left px-2.5 text-meta text-muted">A line per</legend>
      {OPTIONS.map((option) => (
        <ChoiceButton
          key={option.value}
          label={option.label}
          isChosen={option.value === value}
          onClick={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  )
}
