import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Done, Version } from '#core/schemas.ts'
import { maxLength, prose } from '#core/text.ts'
import { ProjectStatus } from '#features/engagement/projects/contract.ts'
import { TimeEntry, TimeEntryInput } from '#features/work/time-entries/contract.ts'

export const Timer = z.object({
  id: z.int().meta({ description: 'Counts the starts: another timer has another number.' }),
  project_id: z.int().nullable().meta({ description: 'Null if the project has been deleted since.' }),
  project_name: z.string().nullable(),
  project_status: ProjectStatus.nullable(),
  client_name: z.string().nullable(),
  description: z.string(),
  is_billable: z.boolean(),
  started_at: Instant,
  version: Version,
})
export type Timer = z.output<typeof Timer>

const { project_id, is_billable } = TimeEntryInput.shape

const PRESSED_AT =
  'When it was pressed, if that was without a connection: within the last 30 days. If left out, now.'

export const TimerStart = z.object({
  project_id,
  description: prose,
  is_billable,
  started_at: Instant.optional().meta({ description: PRESSED_AT }),
})
export type TimerStart = z.output<typeof TimerStart>

/** Omitted fields stay as they are. */
export const TimerInput = z.object({
  project_id: project_id.optional(),
  description: maxLength(10_000).optional(),
  is_billable: z.boolean().optional(),
  started_at: Instant.optional(),
})
export type TimerInput = z.output<typeof TimerInput>

export const TimerStop = z.object({ stopped_at: Instant.optional().meta({ description: PRESSED_AT }) })
export type TimerStop = z.output<typeof TimerStop>

export const StoppedTimer = z.object({
  time_entries: z.array(TimeEntry).meta({ description: 'What was logged: an entry for each day.' }),
})
export type StoppedTimer = z.output<typeof StoppedTimer>

export const TimerResume = z.object({
  time_entry_ids: z
    .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
    .min(1)
    .max(100)
    .transform((ids) => [...new Set(ids)])
    .meta({ description: 'What the stop logged.' }),
})
export type TimerResume = z.output<typeof TimerResume>

/** The running timer and its version; null if none. */
export const TimerState = Timer.pick({ id: true, version: true }).nullable()
export type TimerState = z.output<typeof TimerState>

export const timerApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/timer',
    access: 'account',
    summary: 'The running timer, or null',
    response: Timer.nullable(),
    versioned: 'shown',
  },
  start: {
    method: 'POST',
    path: '/api/timer/start',
    access: 'account',
    summary: 'Start the timer',
    description:
      'A timer that is running is stopped at this instant and its time logged. A start that was pressed before the running one began is logged up to there, and the running one goes on.',
    body: TimerStart,
    response: Timer,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/timer',
    access: 'account',
    summary: 'Change the running timer',
    body: TimerInput,
    response: Timer,
    versioned: 'changed',
  },
  stop: {
    method: 'POST',
    path: '/api/timer/stop',
    access: 'account',
    summary: 'Stop the timer and log its time',
    description:
      "Logs an entry for each day in the account's time zone, rounded as the business profile says.",
    body: TimerStop.nullish(),
    response: StoppedTimer,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  resume: {
    method: 'POST',
    path: '/api/timer/resume',
    access: 'account',
    summary: 'Take back the last stop',
    description:
      'Deletes the entries that it logged. The timer runs on from its start, as if it had not been stopped.',
    body: TimerResume,
    response: Timer,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  discard: {
    method: 'DELETE',
    path: '/api/timer',
    access: 'account',
    summary: 'Stop the timer without logging its time',
    response: Done,
    versioned: 'changed',
  },
  events: {
    method: 'GET',
    path: '/api/timer/events',
    access: 'account',
    summary: 'Which timer runs: now, and whenever that or its version changes',
    response: TimerState,
    events: true,
  },
})
