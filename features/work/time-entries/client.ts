import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { countOf, formatDecimalHours } from '#core/format.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { fromSeconds, type Seconds, toSeconds } from '#core/units.ts'
import { useAccount } from '#features/foundation/account/client.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { call, callPage } from '#web/data/api.ts'
import { hasCode } from '#web/data/api-error.ts'
import { errorMessage } from '#web/data/change.ts'
import { listQuery, useList, useListChange } from '#web/data/list.ts'
import { outbox } from '#web/data/outbox.ts'
import { fieldsOf } from '#web/forms/fields-of.ts'
import {
  type ListedTimeEntry,
  type TimeEntriesChange,
  type TimeEntry,
  type TimeEntryFilter,
  TimeEntryInput,
  type TimeEntryListQuery,
  TimeEntryUpdate,
  timeEntriesApi,
} from './contract.ts'
import { amountAt, changeListed, type EnteredTime, TimeEntryForm } from './rules.ts'

type Filter = z.input<typeof TimeEntryFilter>

export const timeEntriesQuery = (
  q: string,
  filter: Filter,
  sort?: z.input<typeof TimeEntryListQuery>['sort'],
) => listQuery('time-entries', timeEntriesApi.list, { q, ...filter, sort })

export const useTimeEntries = (...search: Parameters<typeof timeEntriesQuery>) =>
  useList(timeEntriesQuery(...search))

export const timeTotalsQuery = (q: string, filter: Filter) =>
  queryOptions({
    queryKey: ['time-entries', 'totals', q, filter],
    queryFn: () => call(timeEntriesApi.totals, { query: { q, ...filter } }),
    placeholderData: keepPreviousData,
  })

export const useTimeOfProject = (projectId: number) =>
  useList(listQuery('time-entries', timeEntriesApi.list, { project_id: projectId }))

export const timeSummaryQuery = queryOptions({
  queryKey: ['time-entries', 'summary'],
  queryFn: () => call(timeEntriesApi.summary),
})

export const timeEntryQuery = (id: number) =>
  queryOptions({
    queryKey: ['time-entries', 'one', id],
    queryFn: () => call(timeEntriesApi.get, { params: { id } }),
  })

/** All hours logged on a day. */
export async function hoursOn(date: DateOnly): Promise<Seconds> {
  const { items } = await callPage(timeEntriesApi.list, { query: { from: date, to: date, limit: 1 } })
  return items[0]?.day_hours ?? 0
}

/** The project details of an entry. */
export type Booked = Pick<TimeEntry, 'project_name' | 'client_name' | 'currency' | 'rate_hours'>

/** The values of a form, with what the entry shows of the chosen project. */
export interface Entered {
  form: TimeEntryForm
  project: Booked
}

/** The input of a form that edits a record. */
export type Edited = Entered & { ifMatch: IfMatch }

const createTimeEntry = (form: TimeEntryForm, idempotencyKey: string) =>
  call(timeEntriesApi.create, { body: form, idempotencyKey })

/** Time that was logged without a connection. */
export const unsentTime = outbox<TimeEntryForm>({
  name: 'daybook-unsent-time',
  body: z.custom<TimeEntryForm>((form) => TimeEntryForm.safeParse(form).success),
  create: createTimeEntry,
})

export type WaitingTimeEntry = ReturnType<typeof unsentTime.useUnsent>[number]

/** Time of all projects, or of one, that waits for a connection. */
export const useWaitingTime = (projectId?: number): readonly WaitingTimeEntry[] =>
  unsentTime
    .useUnsent(useAccount())
    .filter(({ refusal, body }) => refusal === null && (projectId ?? body.project_id) === body.project_id)

interface LoggedTime {
  form: TimeEntryForm
  project?: Pick<Booked, 'project_name'>
}

/** Gives null if the entry waits for a connection. */
export function useLogTime() {
  const queryClient = useQueryClient()
  return useListChange<ListedTimeEntry, LoggedTime, TimeEntry | null>({
    noun: 'time-entries',
    run: ({ form, project }) => {
      const what = `${formatDecimalHours(toSeconds(form.hours))} h on ${project?.project_name ?? 'a project'}`
      return unsentTime.createOrKeep(queryClient, what, form, (key) => createTimeEntry(form, key))
    },
    succeeded: (entry) =>
      entry ? 'Time entry logged successfully' : 'Kept on this device until the connection is back',
    undo: (entry) =>
      entry
        ? () => call(timeEntriesApi.remove, { params: { id: entry.id }, ifMatch: entry.version })
        : undefined,
    undone: 'Time entry removed',
    failed: savingFailed,
  })
}

export const useUpdateTimeEntry = () =>
  useListChange<ListedTimeEntry, Edited & { before: TimeEntry }>({
    noun: 'time-entries',
    run: ({ before, form, ifMatch }) =>
      call(timeEntriesApi.update, { params: { id: before.id }, body: form, ifMatch }),
    apply: (entry, { before, form, project }) =>
      changeListed(entry, { before, after: entryOf(form, project) }),
    inForm: true,
    succeeded: () => 'Time entry updated successfully',
    failed: savingFailed,
  })

export const useDeleteTimeEntry = () =>
  useListChange<ListedTimeEntry, TimeEntry, Removed>({
    noun: 'time-entries',
    run: ({ id, version }) => call(timeEntriesApi.remove, { params: { id }, ifMatch: version }),
    apply: (entry, before) => changeListed(entry, { before, after: null }),
    succeeded: () => 'Time entry deleted successfully',
    undo: undoRemoval,
    failed: 'Failed to delete time entry',
  })

export const useChangeTimeEntries = () =>
  useListChange<ListedTimeEntry, z.input<typeof TimeEntriesChange>>({
    noun: 'time-entries',
    run: (body) => call(timeEntriesApi.changeMany, { body }),
    succeeded: (_, { ids }) => `${entriesOf(ids)} updated`,
    failed: (error) => ['Failed to update time entries', errorMessage(error)],
  })

export const useDeleteTimeEntries = () =>
  useListChange<ListedTimeEntry, { ids: number[] }, Removed>({
    noun: 'time-entries',
    run: (body) => call(timeEntriesApi.removeMany, { body }),
    succeeded: (_, { ids }) => `${entriesOf(ids)} deleted`,
    undo: undoRemoval,
    failed: (error) => ['Failed to delete time entries', errorMessage(error)],
  })

const entriesOf = ({ length }: readonly number[]): string => countOf(length, 'time entry', 'time entries')

/** An entry as the server will store it. */
function entryOf(form: TimeEntryForm, project: Booked): EnteredTime {
  const { rate_unit = 'hour', ...entry } = z.decode(TimeEntryUpdate, form)
  const rate = typeof form.rate === 'number' ? toMinorUnits(form.rate, project.currency) : null
  const amount = entry.is_billable ? amountAt(entry.hours, { rate, rate_hours: project.rate_hours }) : null
  return { ...entry, ...project, rate, rate_unit, amount }
}

/** The freelancer can reactivate a project that was cancelled in the meantime. */
function savingFailed(error: Error): [title: string, description: string] {
  const reason = hasCode(error, 'project_cancelled')
    ? `${error.body.error}. ${error.body.details ?? ''}`
    : 'Please try again later'
  return ['Failed to save time entry', reason]
}

/** An entry as form values. */
export const toForm = (entry: TimeEntry): Required<TimeEntryForm> => ({
  ...fieldsOf(TimeEntryInput, entry),
  hours: fromSeconds(entry.hours),
  ...rateInForm(entry),
})

/** A rate as form values. */
export const rateInForm = ({
  rate,
  rate_unit,
  currency,
}: Pick<TimeEntry, 'rate' | 'rate_unit' | 'currency'>): Required<
  Pick<TimeEntryForm, 'rate' | 'rate_unit'>
> => ({
  rate: rate === null ? null : fromMinorUnits(rate, currency),
  rate_unit,
})
