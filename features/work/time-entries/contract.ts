import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { endpoints, PageQuery } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, Money, priced } from '#core/money-schemas.ts'
import { Hours, HoursSum, hours } from '#core/number-schemas.ts'
import { ById, Done, Version, WorkFilter, YesOrNo } from '#core/schemas.ts'
import { sortBy } from '#core/sort.ts'
import { prose } from '#core/text.ts'
import { MAX_ENTRY_HOURS, MIN_ENTRY_HOURS } from '#core/units.ts'
import { ProjectStatus, RateFields, RateUnit } from '#features/engagement/projects/contract.ts'
import { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { WeekDay } from '#features/foundation/business/contract.ts'
import { Removed } from '#features/foundation/removals/contract.ts'
import { BillingStatus } from '#features/work/billing-status/contract.ts'

const TimeEntryFields = z.object({
  id: z.int(),
  project_id: z.int(),
  project_name: z.string().nullable(),
  client_id: z.int().nullable(),
  client_name: z.string().nullable(),
  description: z.string(),
  hours: Hours(0),
  date: DateOnly,
  started_at: Instant.nullable().meta({ description: 'When the timer was started; null if not measured.' }),
  ended_at: Instant.nullable().meta({ description: 'When the timer was stopped, or the day ended.' }),
  is_billable: z.boolean(),
  currency: CurrencyCode,
  ...RateFields.shape,
  amount: Money.nullable().meta({
    description: 'What it is worth; null without a rate, or if not billable.',
  }),
  ...BillingStatus.shape,
  version: Version,
})
export const TimeEntry = priced(TimeEntryFields)
export type TimeEntry = z.output<typeof TimeEntry>

/** A day's sum may exceed 24 hours. */
export const ListedTimeEntry = priced(
  TimeEntryFields.extend({
    day_hours: HoursSum.meta({ description: 'All matching hours of the same day, on any page.' }),
  }),
)
export type ListedTimeEntry = z.output<typeof ListedTimeEntry>

export const TimeSummary = z.object({
  today: HoursSum,
  week: HoursSum.meta({ description: "The account's current week." }),
  week_starts_on: WeekDay,
  last_project: priced(
    z.object({
      id: z.int(),
      name: z.string(),
      client_name: z.string().nullable(),
      currency: CurrencyCode,
      ...RateFields.shape,
    }),
  )
    .nullable()
    .meta({
      description:
        'The project of the last logged entry. If there is none, or it is cancelled: the only active project, or null.',
    }),
})
export type TimeSummary = z.output<typeof TimeSummary>

/** A project as a row of a week. */
export const WeekProject = z.object({
  id: z.int(),
  name: z.string(),
  client_name: z.string().nullable(),
  status: ProjectStatus,
})
export type WeekProject = z.output<typeof WeekProject>

export const TimeWeek = z.object({
  from: DateOnly,
  to: DateOnly,
  projects: z.array(WeekProject).meta({ description: 'The projects that have time in this week, by name.' }),
  entries: z.array(TimeEntry),
  last_week: z
    .array(WeekProject)
    .meta({ description: 'The projects that had time in the week before and are not cancelled, by name.' }),
})
export type TimeWeek = z.output<typeof TimeWeek>

export const TimeEntryInput = z.object({
  project_id: z.int('Please choose a project').min(1, 'Please choose a project').max(Number.MAX_SAFE_INTEGER),
  description: prose,
  hours: hours({ min: MIN_ENTRY_HOURS, max: MAX_ENTRY_HOURS }),
  date: DateOnly,
  is_billable: z.boolean().default(true),
  rate: EnteredMoney.nullish().meta({
    description:
      "In the project's currency. If left out, new time gets the rate of its project, and time that stays on its project keeps its rate.",
  }),
  rate_unit: RateUnit.optional().meta({
    description:
      'What the rate pays for. If left out, what it paid for before, or what the project is billed by.',
  }),
})
export type TimeEntryInput = z.output<typeof TimeEntryInput>

/** The hours that an entry has already may be fewer than can be entered: the timer also measures minutes. */
export const TimeEntryUpdate = TimeEntryInput.extend({
  hours: hours({ min: 0, max: MAX_ENTRY_HOURS, namedMin: MIN_ENTRY_HOURS }).meta({
    description: 'At least 0.1, unless they stay as they are.',
  }),
})

const MAX_CHOSEN = 1_000

/** Time entries that are changed or deleted together. */
const ChosenEntries = z
  .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
  .min(1, 'Please choose time entries')
  .max(MAX_CHOSEN, 'At most 1,000 time entries at once')
  .transform((ids) => [...new Set(ids)])

export const TimeEntriesChange = z.object({
  ids: ChosenEntries,
  change: z
    .object({
      project_id: TimeEntryInput.shape.project_id.optional().meta({
        description: 'Time that comes from another project gets the rate of this one.',
      }),
      is_billable: z.boolean().optional(),
      is_billed: z.boolean().optional().meta({ description: 'True for what was billed elsewhere.' }),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing is changed'),
})
export type TimeEntriesChange = z.output<typeof TimeEntriesChange>

export const TimeEntryFilter = WorkFilter.extend({ billable: YesOrNo.optional(), billed: YesOrNo.optional() })
export type TimeEntryFilter = z.output<typeof TimeEntryFilter>

export const TimeEntryListQuery = TimeEntryFilter.extend({ sort: sortBy(['date']) })
export type TimeEntryListQuery = z.output<typeof TimeEntryListQuery>

export const TimeTotals = z.object({
  count: z.int(),
  hours: HoursSum,
  billable_hours: HoursSum,
  amounts: z.array(priced(z.object({ currency: CurrencyCode, amount: Money }))).meta({
    description:
      'What the time with a rate is worth, in each currency. The largest number of hours comes first.',
  }),
})
export type TimeTotals = z.output<typeof TimeTotals>

export const timeEntriesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/time-entries',
    access: 'account',
    summary: 'Time entries, newest date first unless sorted; `q` searches description, project and client',
    query: TimeEntryListQuery,
    response: z.array(ListedTimeEntry),
    paged: true,
  },
  totals: {
    method: 'GET',
    path: '/api/time-entries/totals',
    access: 'account',
    summary: 'How many time entries there are and what they add up to, with the filters of the list',
    query: TimeEntryFilter.extend({ q: PageQuery.shape.q }),
    response: TimeTotals,
  },
  summary: {
    method: 'GET',
    path: '/api/time-entries/summary',
    access: 'account',
    summary: 'Hours logged today and this week, and the project last logged on',
    response: TimeSummary,
  },
  week: {
    method: 'GET',
    path: '/api/time-entries/week',
    access: 'account',
    summary: "All time of a week, which starts on the business profile's first day",
    query: z.object({
      date: DateOnly.optional().meta({ description: 'Any day of the week. Today if left out.' }),
    }),
    response: TimeWeek,
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
    versioned: 'shown',
  },
  changeMany: {
    method: 'POST',
    path: '/api/time-entries/bulk',
    access: 'account',
    summary: 'Change several time entries at once: all of them, or none if one is on an invoice',
    body: TimeEntriesChange,
    response: Done,
  },
  removeMany: {
    method: 'POST',
    path: '/api/time-entries/bulk-remove',
    access: 'account',
    summary: 'Delete several time entries at once: all of them, or none if one is on an invoice',
    body: z.object({ ids: ChosenEntries }),
    response: Removed,
  },
  get: {
    method: 'GET',
    path: '/api/time-entries/{id}',
    access: 'account',
    summary: 'One time entry',
    params: ById,
    response: TimeEntry,
    versioned: 'shown',
  },
  history: {
    method: 'GET',
    path: '/api/time-entries/{id}/history',
    access: 'account',
    summary: 'Every change of the rate of a time entry, newest first: who, when, before and after',
    params: ById,
    response: z.array(HistoryEntry),
    paged: true,
  },
  update: {
    method: 'PUT',
    path: '/api/time-entries/{id}',
    access: 'account',
    summary: 'Change a time entry that is not on an invoice',
    params: ById,
    body: TimeEntryUpdate,
    response: TimeEntry,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/time-entries/{id}',
    access: 'account',
    summary: 'Delete a time entry that is not on an invoice',
    params: ById,
    response: Removed,
    versioned: 'changed',
  },
})
