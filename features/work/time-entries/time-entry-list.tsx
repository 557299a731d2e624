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
  /** On the page of a project, whose name the rows leave out. */
  ofProject?: boolean
}

const COLUMNS: readonly RowColumn<'date'>[] = [
  { label: 'Description' },
  { label: 'Project' },
  { label: 'Billing', hidden: true },
  { label: 'Date', sort: 'date' },
  { label: 'Amount', align: 'right' },
  { label: 'Hours', align: 'right' },
  { label: 'Actions', hidden: true },
]

const GRID = 'grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_3.5rem_11rem_6.5rem_4.5rem_4.5rem]'
const PROJECT_GRID = 'grid-cols-[minmax(0,1fr)_3.5rem_11rem_6.5rem_4.5rem_4.5rem]'
const SELECTABLE_GRID =
  'grid-cols-[1.25rem_minmax(0,1.2fr)_minmax(0,1.4fr)_3.5rem_11rem_6.5rem_4.5rem_4.5rem]'

const DAY_HEIGHT = { row: 36, heading: 52 }
const CARD_HEIGHT = 70

/** Memoized, so that opening a dialog does not render the list again. */
export const TimeEntryList = memo(function TimeEntryList(props: TimeEntryListProps) {
  const { rows, onEdit, rowAction, selection, sortLink, ofProject = false, ...paging } = props
  const today = useToday()
  const isWide = useIsWide()
  const grid = ofProject ? PROJECT_GRID : selection ? SELECTABLE_GRID : GRID
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
          onEdit: () => onEdit(row.entry.id),
          action: rowAction?.(row.entry),
          selected: selection?.selected.has(row.entry.id),
          onToggle: (range: boolean) => selection?.toggle(row.entry.id, range),
        }
        return isWide ? (
          <TimeEntryRow {...shared} grid={grid} ofProject={ofProject} />
        ) : (
          <TimeEntryCard {...shared} first={row.first} last={row.last} />
        )
      }}
      {...paging}
    />
  )
  if (isWide) {
    return (
      <RowList
        columns={ofProject ? COLUMNS.filter(({ label }) => label !== 'Project') : COLUMNS}
        grid={grid}
        {...(sortLink && { link: sortLink })}
        lead={selection && <SelectAllBox all={selection.all} hideLabel />}
      >
        {list}
      </RowList>
    )
  }
  return (
    <>
      {selection && <SelectAllBox all={selection.all} className="mt-4 -mb-2 ml-4 md:ml-5" />}
      {list}
    </>
  )
})

const keyOf = (row: DayRow) => (row.kind === 'day' ? row.date : row.entry.id)
