import { memo } from 'react'
import { useToday } from '#features/account/client.ts'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import { DayHeading } from './day-heading.tsx'
import type { DayRow } from './rules.ts'
import { TimeEntryRow } from './time-entry-row.tsx'

type TimeEntryListProps = Paging & { rows: DayRow[]; onEdit(id: number): void }

/** Memoized, so that opening a dialog does not render the list again. */
export const TimeEntryList = memo(function TimeEntryList({ rows, onEdit, ...paging }: TimeEntryListProps) {
  const today = useToday()
  return (
    <VirtualList
      label="Time entries"
      items={rows}
      itemKey={keyOf}
      estimateSize={(index) => (rows[index]?.kind === 'day' ? 52 : 70)}
      renderItem={(row) =>
        row.kind === 'day' ? (
          <DayHeading {...row} today={today} />
        ) : (
          <TimeEntryRow {...row} onEdit={() => onEdit(row.entry.id)} />
        )
      }
      {...paging}
    />
  )
})

const keyOf = (row: DayRow) => (row.kind === 'day' ? row.date : row.entry.id)
