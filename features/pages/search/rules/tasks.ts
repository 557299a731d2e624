import { addDays, type DateOnly } from '#core/calendar.ts'
import { formatDate, formatDecimalHours } from '#core/format.ts'
import { toSeconds } from '#core/units.ts'
import { isOwed } from '#features/billing/invoices/rules/sealing.ts'
import type { ResultOf, SearchResult } from '../contract.ts'
import type { Intent } from './intent.ts'

/** The address that opens a record. */
export function addressOf(result: SearchResult): string {
  const { kind, id } = result
  switch (kind) {
    case 'client':
      return `/clients/${id}`
    case 'project':
      return `/projects/${id}`
    case 'invoice':
      return `/invoices?view=${id}`
    case 'credit_note':
      return `/invoices?view=${result.invoice_id}`
    case 'time_entry':
      return `/time-tracking?edit=${id}`
    case 'expense':
      return `/expenses?edit=${id}`
  }
}

/** A project on which time can be tracked. */
export type ProjectToTrack = Pick<ResultOf<'project'>, 'id' | 'name' | 'client_name'>

/** An action with the record that it is about. */
export type Task =
  | { does: 'log'; intent: Extract<Intent, { does: 'log' }>; project: ProjectToTrack }
  | { does: 'start'; intent: Extract<Intent, { does: 'start' }>; project: ProjectToTrack }
  | { does: 'invoice' | 'bill'; client: ResultOf<'client'> }
  | { does: 'pay'; invoice: ResultOf<'invoice'> }

const MAX_TASKS = 3

/** The actions that are meant, for the best of what was found by name. */
export function tasksFor(
  intent: Intent,
  results: readonly SearchResult[],
  lastProject: ProjectToTrack | null | undefined,
): Task[] {
  return allTasks(intent, results, lastProject).slice(0, MAX_TASKS)
}

function allTasks(
  intent: Intent,
  results: readonly SearchResult[],
  lastProject: ProjectToTrack | null | undefined,
): Task[] {
  if (intent.does === 'log' || intent.does === 'start') {
    const found = results.flatMap((result) =>
      result.kind === 'project' && result.status !== 'cancelled' ? [result] : [],
    )
    const active = found.filter(({ status }) => status === 'active')
    const others = found.filter(({ status }) => status !== 'active')
    const projects = intent.name === '' && lastProject ? [lastProject] : [...active, ...others]
    return projects.map(
      (project): Task =>
        intent.does === 'log' ? { does: 'log', intent, project } : { does: 'start', intent, project },
    )
  }
  if (intent.does === 'pay') {
    return results.flatMap((result) =>
      result.kind === 'invoice' && isOwed(result) ? [{ does: 'pay' as const, invoice: result }] : [],
    )
  }
  const { does } = intent
  return results.flatMap((result) =>
    result.kind === 'client' && !result.archived ? [{ does, client: result }] : [],
  )
}

/** Exactly what Enter will do. */
export function describeTask(task: Task, today: DateOnly): string {
  switch (task.does) {
    case 'log': {
      const { hours, date } = task.intent
      return `Log ${formatDecimalHours(toSeconds(hours))} h on ${task.project.name}, ${dayInWords(date, today)}`
    }
    case 'start':
      return `Start the timer on ${task.project.name}`
    case 'invoice':
      return `New invoice for ${task.client.name}`
    case 'bill':
      return `Bill ${task.client.name}`
    case 'pay':
      return `Record a payment on ${task.invoice.invoice_number}`
  }
}

function dayInWords(date: DateOnly, today: DateOnly): string {
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : formatDate(date)
}

/** Names what was not found. */
export const NOT_FOUND: Record<Intent['does'], string> = {
  log: 'No project matches',
  start: 'No project matches',
  invoice: 'No client matches',
  bill: 'No client matches',
  pay: 'No unpaid invoice matches',
}
