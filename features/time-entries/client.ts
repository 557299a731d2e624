import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { fromHundredths } from '#core/hundredths.ts'
import { call } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { useChange, useList } from '#web/list.ts'
import {
  type ListedTimeEntry,
  type TimeEntry,
  type TimeEntryBody,
  TimeEntryInput,
  timeEntriesApi,
} from './contract.ts'
import { changeListed, parseHours, type TimeEntryForm } from './rules.ts'

export const useTimeEntries = (q: string) => useList('time-entries', timeEntriesApi.list, { q })

export const timeSummaryQuery = queryOptions({
  queryKey: ['time-entries', 'summary'],
  queryFn: () => call(timeEntriesApi.summary),
})

export const timeEntryQuery = (id: number) =>
  queryOptions({
    queryKey: ['time-entries', 'one', id],
    queryFn: () => call(timeEntriesApi.get, { params: { id } }),
  })

/** What a form gives, and what the chosen project and its client are called. */
export interface Entered {
  form: TimeEntryForm
  project: Pick<TimeEntry, 'project_name' | 'client_name'>
}

export const useLogTime = () =>
  useChange<ListedTimeEntry, Entered>({
    noun: 'time-entries',
    run: ({ form }) => call(timeEntriesApi.create, { body: toBody(form) }),
    succeeded: () => 'Time entry logged successfully',
    failed: savingFailed,
  })

export const useUpdateTimeEntry = () =>
  useChange<ListedTimeEntry, Entered & { before: TimeEntry }>({
    noun: 'time-entries',
    run: ({ before, form }) => call(timeEntriesApi.update, { params: { id: before.id }, body: toBody(form) }),
    apply: (entry, { before, form, project }) =>
      changeListed(entry, { before, after: { ...z.decode(TimeEntryInput, toBody(form)), ...project } }),
    succeeded: () => 'Time entry updated successfully',
    failed: savingFailed,
  })

export const useDeleteTimeEntry = () =>
  useChange<ListedTimeEntry, TimeEntry>({
    noun: 'time-entries',
    run: ({ id }) => call(timeEntriesApi.remove, { params: { id } }),
    apply: (entry, before) => changeListed(entry, { before, after: null }),
    succeeded: () => 'Time entry deleted successfully',
    failed: 'Failed to delete time entry',
  })

/** A project that was cancelled meanwhile is something that she can do something about. */
function savingFailed(error: Error): [title: string, description: string] {
  const refused = error instanceof ApiError && error.status === 409
  const reason = refused ? `${error.body.error}. ${error.body.details ?? ''}` : 'Please try again later'
  return ['Failed to save time entry', reason]
}

const toBody = (form: TimeEntryForm): TimeEntryBody => ({
  ...form,
  hours: fromHundredths(parseHours(form.hours) ?? 0),
})

/** An entry as its form holds it. */
export const toForm = ({ project_id, description, hours, date, is_billable }: TimeEntry): TimeEntryForm => ({
  project_id,
  description,
  hours: String(fromHundredths(hours)),
  date,
  is_billable,
})
