import { memo, type ReactNode } from 'react'
import { useToday } from '#features/foundation/account/client.ts'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { ROW_HEIGHT, type RowColumn, RowList } from '#web/ui/row-list.tsx'
import type { ListSelection } from '#web/ui/selection.ts'
import { SelectAllBox } from '#web/ui/selection-boxes.tsx'
import { useIsWide } from '#web/ui/use-wide.ts'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import type { TimeEntry } from './contract.ts'
import { DayHeading } from './day-heading.tsx'
import type { DayRow } from './rules.ts'
import { TimeEntryCard, TimeEntryRow } from './time-entry-row.tsx'

type TimeEntryListProps = Paging & {
  rows: DayRow[]
  onEdit(id: number): void
  /** A control in each row, in front of its menu. Keep the function stable. */
  rowAction?: (entry: TimeEntry) => ReactNode
  /** With it, each row has a checkbox. */
  selection?: ListSelection
  sortLink?: SortLink<'date'>
  /** On the page of a project or client, whose name the rows leave out. */
  of?: 'project' | 'client'
}

const COLUMNS: readonly RowColumn<'date'>[] = [
  { label: 'Description', width: 'minmax(0, 1.5fr)' },
  { label: 'Project', width: 'minmax(0, 1.3fr)' },
  { label: 'Billing', width: '3.5rem', hidden: true },
  { label: 'Date', width: '8rem', sort: 'date' },
  { label: 'Amount', width: '6.5rem', align: 'right' },
  { label: 'Hours', width: '4.5rem', align: 'right' },
  { label: 'Actions', width: '4.5rem', hidden: true },
]
const PROJECT_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Project')

const DAY_HEIGHT = { row: 36, heading: 52 }
const CARD_HEIGHT = 70

/** Memoized, so that opening a dialog does not render the list again. */
export const TimeEntryList = memo(function TimeEntryList(props: TimeEntryListProps) {
  const { rows, onEdit, rowAction, selection, sortLink, of, ...paging } = props
  const today = useToday()
  const isWide = useIsWide()
  const list = (
    <VirtualList
      // Heights that were measured belong to one layout.
      key={isWide ? 'rows' : 'cards'}
      label="Time entries"
      items={rows}
      itemKey={keyOf}
      estimateSize={(index) =>
        rows[index]?.kind === 'day'
          ? DAY_HEIGHT[isWide ? 'row' : 'heading']
          : isWide
            ? ROW_HEIGHT
            : CARD_HEIGHT
      }
      renderItem={(row) => {
        if (row.kind === 'day')
          return <DayHeading {...row} today={today} asRow={isWide} withAction={rowAction !== undefined} />
        const shared = {
          entry: row.entry,
          of,
          onEdit: () => onEdit(row.entry.id),
          action: rowAction?.(row.entry),
          selected: selection?.selected.has(row.entry.id),
          onToggle: (range: boolean) => selection?.toggle(row.entry.id, range),
        }
        return isWide ? (
          <TimeEntryRow {...shared} />
        ) : (
          <TimeEntryCard {...shared} first={row.first} last={row.last} />
        )
      }}
      {...paging}
    />
  )
  if (isWide) {
    return (
      <RowList columns={of === 'project' ? PROJECT_COLUMNS : COLUMNS} link={sortLink} selection={selection}>
        {list}
      </RowList>
    )
  }
  return (
    <>
      {selection && <SelectAllBox all={selection.all} className="-mb-2 ml-4 md:ml-5" />}
      {list}
    </>
  )
})

const keyOf = (row: DayRow) => (row.kind === 'day' ? row.date : row.entry.id)
