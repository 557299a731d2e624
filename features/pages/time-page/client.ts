import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { fromSeconds, type Seconds } from '#core/units.ts'
import { userQuery } from '#features/foundation/account/client.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import {
  timeEntriesQuery,
  timeSummaryQuery,
  timeTotalsQuery,
  toForm,
} from '#features/work/time-entries/client.ts'
import {
  TimeEntry,
  TimeEntryFilter,
  type TimeWeek,
  timeEntriesApi,
  WeekProject,
} from '#features/work/time-entries/contract.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { storedList } from '#web/data/stored-list.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { filterIn, isNarrowed } from '#web/navigation/filter-link.ts'
import { searchIn } from '#web/navigation/search-link.ts'
import { sortIn } from '#web/navigation/sort-link.ts'
import { changeOf, withEntry, withoutEntry } from './rules/week-changes.ts'

export const timeTrackingLoader = prefetchLoader((queryClient, search) => {
  if (isWeekView(search)) return [queryClient.ensureQueryData(timeWeekQuery(weekIn(search)))]
  const [q, filter] = [searchIn(search), filterIn(search, TimeEntryFilter)]
  return [
    queryClient.ensureInfiniteQueryData(timeEntriesQuery(q, filter, sortIn(search, TIME_SORTS))),
    isNarrowed(q, filter)
      ? queryClient.ensureQueryData(timeTotalsQuery(q, filter))
      : queryClient.ensureQueryData(timeSummaryQuery),
  ]
})

/** Time is grouped by day, so that it is sorted by nothing else. */
export const TIME_SORTS = ['date'] as const

export const isWeekView = (search: URLSearchParams): boolean => search.get('view') === 'week'

/** A day of the week that the address names. */
export const weekIn = (search: URLSearchParams): DateOnly | undefined =>
  DateOnly.safeParse(search.get('week')).data

const WEEKS = ['time-entries', 'week'] as const

/** The week of a day, or the current one. */
export const timeWeekQuery = (date: DateOnly | undefined) =>
  queryOptions({
    queryKey: [...WEEKS, date ?? 'this week'],
    queryFn: () => call(timeEntriesApi.week, { query: { date } }),
  })

const AddedRow = WeekProject.extend({ account: z.int(), week: DateOnly })
const addedRows = storedList('daybook-week-rows', AddedRow)
const MAX_ADDED_ROWS = 100

/** The rows that were added to weeks, whether or not they have time by now, as this browser remembers them. */
export function useAddedRows() {
  const account = useQuery(userQuery).data?.id
  const stored = useSyncExternalStore(addedRows.subscribe, addedRows.get)
  const isRow = (row: z.output<typeof AddedRow>, week: DateOnly, id: number) =>
    row.account === account && row.week === week && row.id === id
  return {
    rowsOf: (week: DateOnly): WeekProject[] =>
      stored.filter((row) => row.account === account && row.week === week),
    add: (week: DateOnly, projects: readonly WeekProject[]): void => {
      if (account === undefined) return
      const others = addedRows.get().filter((row) => !projects.some(({ id }) => isRow(row, week, id)))
      const added = projects.map((project) => AddedRow.parse({ ...project, account, week }))
      addedRows.set([...others, ...added].slice(-MAX_ADDED_ROWS))
    },
    remove: (week: DateOnly, id: number): void =>
      addedRows.set(addedRows.get().filter((row) => !isRow(row, week, id))),
  }
}

/** Hours typed into a cell; null for none. */
interface TypedCell {
  /** The query that shows the cell. */
  query: ReturnType<typeof timeWeekQuery>
  project_id: number
  date: DateOnly
  hours: Seconds | null
}

type SavedCell = { saved: TimeEntry } | { deleted: number; removal_id: number } | null

/** Saves one cell after the other, each as it is by then: hours typed twice are one entry. */
export function useSaveCell() {
  const queryClient = useQueryClient()
  return useChange<TimeWeek, TypedCell, SavedCell>({
    queryKey: WEEKS,
    run: async ({ query, ...typed }) => {
      // An older response must not hide what the last change has saved.
      await queryClient.cancelQueries({ queryKey: WEEKS })
      return saveCell(queryClient.getQueryData(query.queryKey)?.entries ?? [], typed)
    },
    applyResult: (week, result) => {
      if (!result) return week
      return 'saved' in result ? withEntry(week, result.saved) : withoutEntry(week, result.deleted)
    },
    applyRefusal: (week, error) => {
      const current = savedIn(error, TimeEntry)
      return current ? withEntry(week, current) : week
    },
    succeeded: (result) => (result && 'deleted' in result ? 'Time entry deleted successfully' : null),
    undo: (result) => (result && 'deleted' in result ? undoRemoval(result) : undefined),
    failed: null,
  })
}

async function saveCell(
  entries: readonly TimeEntry[],
  { project_id, date, hours }: Omit<TypedCell, 'query'>,
): Promise<SavedCell> {
  const change = changeOf(
    entries.filter((entry) => entry.project_id === project_id && entry.date === date),
    hours,
  )
  if (change.kind === 'none') return null
  if (change.kind === 'log') {
    const body = { project_id, date, hours: fromSeconds(change.hours) }
    return { saved: await call(timeEntriesApi.create, { body }) }
  }
  const { id, version: ifMatch } = change.entry
  if (change.kind === 'delete') {
    const { removal_id } = await call(timeEntriesApi.remove, { params: { id }, ifMatch })
    return { deleted: id, removal_id }
  }
  const body = { ...toForm(change.entry), hours: fromSeconds(change.hours) }
  return { saved: await call(timeEntriesApi.update, { params: { id }, body, ifMatch }) }
}
