import { memo, type ReactNode } from 'react'
import { useToday } from '#features/foundation/account/client.ts'
import type { Selection } from '#web/ui/selection.ts'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import type { TimeEntry } from './contract.ts'
import { DayHeading } from './day-heading.tsx'
import type { DayRow } from './rules.ts'
import { TimeEntryRow } from './time-entry-row.tsx'

type TimeEntryListProps = Paging & {
  rows: DayRow[]
  onEdit(id: number): void
  /** A control in each row, in front of its menu. Keep the function stable. */
  rowAction?: (entry: TimeEntry) => ReactNode
  /** With it, each row has a checkbox. */
  selection?: Selection
}

/** Memoized, so that opening a dialog does not render the list again. */
export const TimeEntryList = memo(function TimeEntryList({
  rows,
  onEdit,
  rowAction,
  selection,
  ...paging
}: TimeEntryListProps) {
  const today = useToday()
  return (
    <VirtualList
      label="Time entries"
      items={rows}
      itemKey={keyOf}
      estimateSize={(index) => (rows[index]?.kind === 'day' ? 52 : 70)}
      renderItem={(row) =>
        row.kind === 'day' ? (
          <DayHeading {...row} today={today} withAction={rowAction !== undefined} />
        ) : (
          <TimeEntryRow
            {...row}
            onEdit={() => onEdit(row.entry.id)}
            action={rowAction?.(row.entry)}
            selected={selection?.selected.has(row.entry.id)}
            onToggle={(range) => selection?.toggle(row.entry.id, range)}
          />
        )
      }
      {...paging}
    />
  )
})

const keyOf = (row: DayRow) => (row.kind === 'day' ? row.date : row.entry.id)
