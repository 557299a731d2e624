import { useEffect, useMemo, useState } from 'react'
import type { DayRow } from '#features/work/time-entries/rules.ts'
import { TimeEntryList } from '#features/work/time-entries/time-entry-list.tsx'
import { continueAction } from '#features/work/timer/start-buttons.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useSelection } from '#web/ui/selection.ts'
import type { Paging } from '#web/ui/virtual-list.tsx'

const BulkBar = lazyDialog(() => import('./bulk-bar.tsx'), 'BulkBar')

/** As many as can be changed at once. */
const MAX_CHOSEN = 1_000

type SelectableListProps = Paging & {
  rows: DayRow[]
  onEdit(id: number): void
}

/** Time entries of which some can be chosen, to be changed together. */
export function SelectableList({ rows, onEdit, ...paging }: SelectableListProps) {
  const entries = useMemo(() => rows.flatMap((row) => (row.kind === 'entry' ? row.entry : [])), [rows])
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const { selected, toggle, setSelected } = useSelection(ids)
  const [all, setAll] = useState(false)
  const { hasMore, loadingMore, failed, loadMore } = paging

  // All that match, not only those that are loaded.
  useEffect(() => {
    if (!all) return
    setSelected(new Set(ids.slice(0, MAX_CHOSEN)))
    if (hasMore && !loadingMore && !failed && ids.length < MAX_CHOSEN) loadMore?.()
  }, [all, ids, setSelected, hasMore, loadingMore, failed, loadMore])

  const selection = useMemo(
    () => ({
      selected,
      toggle: (id: number, range: boolean) => {
        setAll(false)
        toggle(id, range)
      },
    }),
    [selected, toggle],
  )
  const clear = () => {
    setAll(false)
    setSelected(new Set())
  }

  return (
    <div className="flex flex-col">
      <Checkbox
        label={ids.length > MAX_CHOSEN ? 'Select the first 1,000' : 'Select all'}
        checked={selected.size > 0 && selected.size === Math.min(ids.length, MAX_CHOSEN)}
        indeterminate={selected.size > 0 && selected.size < Math.min(ids.length, MAX_CHOSEN)}
        onChange={({ target }) => (target.checked ? setAll(true) : clear())}
        className="mt-4 -mb-2 ml-4 md:ml-5"
      />
      {selected.size > 0 && (
        <BulkBar entries={entries.filter(({ id }) => selected.has(id))} onClear={clear} />
      )}
      <TimeEntryList
        rows={rows}
        onEdit={onEdit}
        rowAction={continueAction}
        selection={selection}
        {...paging}
      />
    </div>
  )
}
