import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Hours, hundredths } from '#core/hundredths.ts'
import { ById, Done, OfProject } from '#core/schemas.ts'
import { prose } from '#core/text.ts'

export const TimeEntry = z.object({
  id: z.int(),
  project_id: z.int(),
  project_name: z.string().nullable(),
  client_name: z.string().nullable(),
  description: z.string(),
  hours: Hours(0),
  date: DateOnly,
  is_billable: z.boolean(),
})
export type TimeEntry = z.output<typeof TimeEntry>

/** The sum of a day may be of any size, however long the day was. */
const HoursSum = hundredths({ min: 0, max: Number.MAX_SAFE_INTEGER })

export const ListedTimeEntry = TimeEntry.extend({
  day_hours: HoursSum.meta({ description: 'All hours of the same day that match, on whichever page.' }),
})
export type ListedTimeEntry = z.output<typeof ListedTimeEntry>

export const TimeSummary = z.object({
  today: HoursSum,
  week: HoursSum.meta({ description: "Monday to Sunday of the account's current week." }),
})
export type TimeSummary = z.output<typeof TimeSummary>

export const LEAST_HOURS = 10
export const MOST_HOURS = 100_000

export const TimeEntryInput = z.object({
  project_id: z.int('Please choose a project').min(1, 'Please choose a project').max(Number.MAX_SAFE_INTEGER),
  description: prose,
  hours: hundredths({ min: LEAST_HOURS, max: MOST_HOURS }),
  date: DateOnly,
  is_billable: z.boolean().default(true),
})
export type TimeEntryInput = z.output<typeof TimeEntryInput>
export type TimeEntryBody = z.input<typeof TimeEntryInput>

export const timeEntriesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/time-entries',
    access: 'account',
    summary: 'Time entries, newest date first; `q` searches description, project and client',
    query: OfProject,
    response: z.array(ListedTimeEntry),
    paged: true,
  },
  summary: {
    method: 'GET',
    path: '/api/time-entries/summary',
    access: 'account',
    summary: 'Hours of today and of this week',
    response: TimeSummary,
  },
  create: {
    method: 'POST',
    path: '/api/time-entries',
    access: 'account',
    summary: 'Log time on a project that is not cancelled',
    body: TimeEntryInput,
    response: TimeEntry,
    status: 201,
    creates: true,
  },
  get: {
    method: 'GET',
    path: '/api/time-entries/{id}',
    access: 'account',
    summary: 'One time entry',
    params: ById,
    response: TimeEntry,
  },
  update: {
    method: 'PUT',
    path: '/api/time-entries/{id}',
    access: 'account',
    summary: 'Change a time entry',
    params: ById,
    body: TimeEntryInput,
    response: TimeEntry,
  },
  remove: {
    method: 'DELETE',
    path: '/api/time-entries/{id}',
    access: 'account',
    summary: 'Delete a time entry',
    params: ById,
    response: Done,
  },
})
