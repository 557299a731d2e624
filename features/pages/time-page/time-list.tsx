import { Clock } from 'lucide-react'
import { useMemo } from 'react'
import { billableChoice, billedChoice, ListSearch } from '#features/engagement/projects/list-search.tsx'
import { useTimeEntries, useWaitingTime } from '#features/work/time-entries/client.ts'
import { TimeEntryFilter } from '#features/work/time-entries/contract.ts'
import { groupByDay } from '#features/work/time-entries/rules.ts'
import { WaitingTime } from '#features/work/time-entries/unsent-time.tsx'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useListLink } from '#web/navigation/list-link.ts'
import { useSortLink } from '#web/navigation/sort-link.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState, nothingFound } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, RowsLoading } from '#web/ui/skeleton.tsx'
import { TIME_SORTS } from './client.ts'
import { SelectableList } from './selectable-list.tsx'
import { TimeTotals } from './time-totals.tsx'

const EditTimeEntryDialog = lazyDialog(
  () => import('#features/work/time-entries/time-entry-dialog.tsx'),
  'EditTimeEntryDialog',
)

const FILTER_CHOICES = [billableChoice('Non-billable'), billedChoice]

/** All time, newest first, searched and filtered. */
export function TimeList() {
  const link = useListLink(TimeEntryFilter)
  const { q, filter, narrowed } = link
  const sortLink = useSortLink(TIME_SORTS)
  const { items, searching, failure, ...paging } = useTimeEntries(q, filter, sortLink.sort)
  const waiting = useWaitingTime()
  const oldestFirst = sortLink.sort === 'date'
  const rows = useMemo(() => items && groupByDay(items, oldestFirst), [items, oldestFirst])
  const { dialog, openNew, openEdit, close } = useDialogLink()

  return (
    <>
      <TimeTotals q={q} filter={filter} />
      <WaitingTime entries={waiting} />
      <ListSearch
        link={link}
        placeholder="Search time entries..."
        searching={searching}
        isEmpty={items?.length === 0}
        choices={FILTER_CHOICES}
        className="mb-4"
      />
      {rows === undefined && <EntriesLoading />}
      {failure && <LoadFailed what="Your time entries" {...failure} />}
      {!failure && rows?.length === 0 && (narrowed || waiting.length === 0) && (
        <EmptyState
          icon={<Clock />}
          title={narrowed ? 'No time entries found' : 'No time entries yet'}
          text={narrowed ? nothingFound(q) : 'Log the hours you work, and invoice them later.'}
          action={
            !narrowed && (
              <>
                <Button onClick={openNew}>Log Time</Button>
                <ButtonLink to="/import" variant="ghost">
                  Import from another tool
                </ButtonLink>
              </>
            )
          }
        />
      )}
      {rows && rows.length > 0 && (
        // Another search or filter starts without a selection.
        <SelectableList
          key={JSON.stringify([q, filter])}
          rows={rows}
          onEdit={openEdit}
          sortLink={sortLink}
          {...paging}
        />
      )}
      {dialog?.mode === 'edit' && (
        <EditTimeEntryDialog key={dialog.id} id={dialog.id} known={items} onClose={close} />
      )}
    </>
  )
}

function EntriesLoading() {
  return (
    <Loading>
      <RowsLoading className="max-xl:h-17.5" />
    </Loading>
  )
}
