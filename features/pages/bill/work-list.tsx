import { lazy, Suspense, useCallback, useMemo } from 'react'
import type { Currency } from '#core/currency.ts'
import { formatDate, formatDecimalHours, formatMoney } from '#core/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import {
  type BillableItem,
  type Choices,
  chosenOf,
  enterFee,
  feeToBill,
  isFeeTicked,
  isTicked,
  type ProjectWork,
  tickOne,
  tickProject,
} from './rules/choices.ts'

const FeeRow = lazy(async () => ({ default: (await import('./fee-row.tsx')).FeeRow }))

type WorkListProps = {
  projects: ProjectWork[]
  choices: Choices
  onChange(change: (choices: Choices) => Choices): void
}

type Row = { project: ProjectWork; isLast: boolean } & (
  | { kind: 'project' }
  | { kind: 'item'; item: BillableItem }
  | { kind: 'fee'; fee: NonNullable<ProjectWork['fee']> }
)

/** Unbilled work by project, each of which can be ticked as a whole or line by line. */
export function WorkList({ projects, choices, onChange }: WorkListProps) {
  const rows = useMemo(() => projects.flatMap(rowsOf), [projects])
  const renderRow = useCallback(
    (row: Row) => <RowContent row={row} choices={choices} onChange={onChange} />,
    [choices, onChange],
  )
  return (
    <VirtualList
      label="Unbilled work"
      items={rows}
      itemKey={keyOf}
      estimateSize={(index) => (rows[index]?.kind === 'fee' ? 130 : 62)}
      renderItem={renderRow}
    />
  )
}

function rowsOf(project: ProjectWork): Row[] {
  const parts = [
    ...(project.fee ? [{ kind: 'fee' as const, fee: project.fee }] : []),
    ...project.items.map((item) => ({ kind: 'item' as const, item })),
  ]
  return [
    { kind: 'project', project, isLast: false },
    ...parts.map((part, index) => ({ ...part, project, isLast: index === parts.length - 1 })),
  ]
}

const keyOf = (row: Row): string => {
  if (row.kind === 'project') return `project ${row.project.id}`
  return row.kind === 'item' ? row.item.key : row.fee.key
}

type RowContentProps = Pick<WorkListProps, 'choices' | 'onChange'> & { row: Row }

function RowContent({ row, choices, onChange }: RowContentProps) {
  const { project, isLast } = row
  if (row.kind === 'project') {
    return (
      <ProjectRow
        project={project}
        choices={choices}
        onTick={(isOn) => onChange((now) => tickProject(now, project, isOn))}
      />
    )
  }
  return (
    <div className={cx('border-x border-b border-hairline bg-surface', isLast && 'mb-4 rounded-b')}>
      {row.kind === 'item' ? (
        <ItemRow
          item={row.item}
          currency={project.currency}
          isOn={isTicked(choices, row.item)}
          onTick={(isOn) => onChange((now) => tickOne(now, row.item.key, isOn))}
        />
      ) : (
        <Suspense fallback={<Skeleton className="h-40 md:h-20 lg:h-34 xl:h-20" />}>
          <FeeRow
            key={row.fee.rest}
            fee={row.fee}
            currency={project.currency}
            isOn={isFeeTicked(choices, row.fee)}
            amount={feeToBill(choices, row.fee)}
            onTick={(isOn) => onChange((now) => tickOne(now, row.fee.key, isOn))}
            onEnter={(amount) => onChange((now) => enterFee(now, row.fee, amount))}
          />
        </Suspense>
      )}
    </div>
  )
}

type ProjectRowProps = { project: ProjectWork; choices: Choices; onTick(isOn: boolean): void }

function ProjectRow({ project, choices, onTick }: ProjectRowProps) {
  const { amount, count, of } = chosenOf(choices, project)
  return (
    <div className="flex items-start justify-between gap-3 rounded-t border border-hairline bg-surface px-4 py-2.5">
      <Checkbox
        className="min-w-0 flex-1"
        label={<span className="font-semibold wrap-anywhere">{project.name}</span>}
        hint={count === of ? `${of} unbilled` : `${count} of ${of} chosen`}
        checked={count === of}
        indeterminate={count > 0 && count < of}
        onChange={({ target }) => onTick(target.checked)}
      />
      <span className="py-1 text-right font-semibold touch:py-3">
        {formatMoney(amount, project.currency)}
      </span>
    </div>
  )
}

type ItemRowProps = { item: BillableItem; currency: Currency; isOn: boolean; onTick(isOn: boolean): void }

function ItemRow({ item, currency, isOn, onTick }: ItemRowProps) {
  const { date, hours, amount } = item
  return (
    <div className="flex items-start justify-between gap-3 px-4 py-1.5">
      <Checkbox
        className="min-w-0 flex-1"
        label={<span className="line-clamp-2 wrap-anywhere">{item.text}</span>}
        hint={
          <span className="tabular-nums">
            {[
              KIND_LABEL[item.kind],
              date && formatDate(date),
              hours !== null && `${formatDecimalHours(hours)} h`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        }
        checked={isOn}
        onChange={({ target }) => onTick(target.checked)}
      />
      <span className={cx('shrink-0 py-1 text-right touch:py-3', !isOn && 'text-faint')}>
        {amount === null ? <Badge tone="yellow">No rate</Badge> : formatMoney(amount, currency)}
      </span>
    </div>
  )
}

const KIND_LABEL: Record<BillableItem['kind'], string> = {
  time: '',
  expense: 'Expense',
  deliverable: 'Approved deliverable',
  milestone: 'Completed milestone',
}
