import { useMemo } from 'react'
import type { DayRow } from '#features/work/time-entries/rules.ts'
import { TimeEntryList } from '#features/work/time-entries/time-entry-list.tsx'
import { continueAction } from '#features/work/timer/start-buttons.tsx'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useListSelection } from '#web/ui/selection.ts'
import type { Paging } from '#web/ui/virtual-list.tsx'

const TimeBulkBar = lazyDialog(() => import('./time-bulk-bar.tsx'), 'TimeBulkBar')

type SelectableListProps = Paging & {
  rows: DayRow[]
  onEdit(id: number): void
  sortLink: SortLink<'date'>
}

/** Time entries of which some can be chosen, to be changed together. */
export function SelectableList({ rows, onEdit, sortLink, ...paging }: SelectableListProps) {
  const entries = useMemo(() => rows.flatMap((row) => (row.kind === 'entry' ? row.entry : [])), [rows])
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const selection = useListSelection(ids, paging)

  return (
    <div className="flex flex-col">
      {selection.selected.size > 0 && (
        <TimeBulkBar
          entries={entries.filter(({ id }) => selection.selected.has(id))}
          onClear={selection.clear}
        />
      )}
      <TimeEntryList
        rows={rows}
        onEdit={onEdit}
        rowAction={continueAction}
        selection={selection}
        sortLink={sortLink}
        {...paging}
      />
    </div>
  )
}
