import type { IfMatch } from '#core/endpoint.ts'
import { mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { type ProjectToWorkOn, requireProject } from '#features/engagement/projects/actions.ts'
import type { Rounding } from '#features/foundation/business/rules.ts'
import { EMPTY_PROFILE } from '#features/foundation/business/rules.ts'
import { takeBackTime } from '#features/work/time-entries/actions/bulk.ts'
import { logOnProject, requireNotCancelled } from '#features/work/time-entries/actions/time-entries.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'
import { nextMidnight } from '#server/config/zoned-time.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { Conflict, ValidationError } from '#server/errors.ts'
import type { Watched } from '#server/http/event-stream.ts'
import { isStale, refuseStale } from '#server/http/version.ts'
import {
  type StoppedTimer,
  Timer,
  type TimerInput,
  type TimerResume,
  type TimerStart,
  type TimerState,
  type TimerStop,
} from './contract.ts'
import { STILL_RUNNING_FOOTER, stillRunningNotice } from './document.ts'
import { measuredDays, type Period, stoppedWork } from './rules/entries.ts'
import { CLOCK_SKEW_MILLISECONDS, LONG_MILLISECONDS, later, pressedAt } from './rules/limits.ts'
import * as store from './store.ts'

export const getTimer = async ({ db, accountId }: Context): Promise<Timer | null> =>
  (await store.findTimer(db, accountId)) ?? null

export function startTimer(ctx: Context, { started_at, ...work }: TimerStart): Promise<Timer> {
  return inTransaction(ctx, async (tx) => {
    const project = await requireProject(tx, work.project_id)
    requireNotCancelled(project)
    return startOn(tx, project, { ...work, started_at: requireInstant(ctx, 'started_at', started_at) })
  })
}

type StartedWork = Omit<TimerStart, 'started_at'> & { started_at: Date }

async function startOn(tx: Context, project: ProjectToWorkOn, work: StartedWork): Promise<Timer> {
  const started = await store.startTimer(tx.db, tx.accountId, work, changeSignal(tx))
  if (!started) return startEarlier(tx, project, work)
  const { id, version, started_at, before_started_at, rounding } = started
  if (before_started_at) {
    const before = {
      project_id: started.before_project_id,
      description: started.before_description,
      is_billable: started.before_is_billable,
      rounding,
    }
    await logPeriod(tx, before, { started_at: before_started_at, ended_at: started_at }, project)
  }
  const { name: project_name, status: project_status, client_name } = project
  return { ...work, id, version, started_at, project_name, project_status, client_name }
}

/** Logs work that was started before the timer that runs, which goes on. The account's first timer has no row before. */
async function startEarlier(tx: Context, project: ProjectToWorkOn, work: StartedWork): Promise<Timer> {
  const running = await store.lockTimer(tx.db, tx.accountId)
  if (!store.isRunning(running) || running.started_at <= work.started_at) return startOn(tx, project, work)
  const period = { started_at: later(work.started_at, running.stopped_at), ended_at: running.started_at }
  await logPeriod(tx, { ...work, rounding: running.rounding }, period, project)
  await store.markStopped(tx.db, tx.accountId, running.started_at)
  return requireTimer(tx)
}

export function updateTimer(ctx: Context, input: TimerInput, ifMatch: IfMatch = null): Promise<Timer> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockRunning(tx, ifMatch)
    if (input.project_id !== undefined && input.project_id !== before.project_id)
      requireNotCancelled(await requireProject(tx, input.project_id))
    const timer = {
      project_id: input.project_id ?? before.project_id,
      description: input.description ?? before.description,
      is_billable: input.is_billable ?? before.is_billable,
      started_at: input.started_at ? requireInstant(ctx, 'started_at', input.started_at) : before.started_at,
    }
    await store.updateTimer(tx.db, ctx.accountId, timer, changeSignal(tx))
    return requireTimer(tx)
  })
}

export function stopTimer(
  ctx: Context,
  { stopped_at }: TimerStop,
  ifMatch: IfMatch = null,
): Promise<StoppedTimer> {
  return inTransaction(ctx, async (tx) => {
    const timer = await lockRunning(tx, ifMatch)
    const pressed = requireInstant(ctx, 'stopped_at', stopped_at)
    // The clocks of two servers differ a little.
    if (timer.started_at.getTime() - pressed.getTime() > CLOCK_SKEW_MILLISECONDS)
      throw new ValidationError({ stopped_at: 'Must not be before the start' })
    const ended_at = later(pressed, timer.started_at)
    const time_entries = await logPeriod(tx, timer, { started_at: timer.started_at, ended_at })
    await store.endTimer(tx.db, ctx.accountId, changeSignal(tx), ended_at)
    return { time_entries }
  })
}

/** Takes the last stop back: what it logged is deleted, and the timer runs on. */
export function resumeTimer(ctx: Context, { time_entry_ids: ids }: TimerResume): Promise<Timer> {
  return inTransaction(ctx, async (tx) => {
    const timer = await store.lockTimer(tx.db, tx.accountId)
    if (store.isRunning(timer)) throw new Conflict('A timer is running already')
    const work = await takeBackTime(tx, ids, (entries) => {
      const stopped = stoppedWork(entries, timer.stopped_at)
      if (!stopped) throw new Conflict('This stop can no longer be taken back')
      return stopped
    })
    requireNotCancelled(await requireProject(tx, work.project_id))
    await store.resumeTimer(tx.db, tx.accountId, work, changeSignal(tx))
    return requireTimer(tx)
  })
}

export function discardTimer(ctx: Context, ifMatch: IfMatch = null): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockRunning(tx, ifMatch)
    await store.endTimer(tx.db, ctx.accountId, changeSignal(tx))
    return { success: true }
  })
}

type Running = store.LockedTimer & { started_at: Date }

async function lockRunning(tx: Context, ifMatch: IfMatch): Promise<Running> {
  const timer = await store.lockTimer(tx.db, tx.accountId)
  if (!store.isRunning(timer)) throw new Conflict('No timer is running', { code: 'timer_not_running' })
  if (isStale(timer, ifMatch)) refuseStale('timer', Timer, await requireTimer(tx))
  return timer
}

async function requireTimer({ db, accountId }: Context): Promise<Timer> {
  const timer = await store.findTimer(db, accountId)
  if (!timer) throw new Error('the running timer is missing')
  return timer
}

function requireInstant({ now }: Context, field: string, instant: Date | undefined): Date {
  const pressed = pressedAt(instant, now)
  if ('fault' in pressed) throw new ValidationError({ [field]: pressed.fault })
  return pressed
}

type Work = Pick<Timer, 'project_id' | 'description' | 'is_billable'> & { rounding: Rounding | null }

/** `known` saves a query if it is the project that was worked on. */
async function logPeriod(
  tx: Context,
  { project_id, description, is_billable, rounding }: Work,
  period: Period,
  known?: ProjectToWorkOn,
): Promise<TimeEntry[]> {
  if (period.ended_at <= period.started_at) return []
  if (project_id === null) {
    throw new Conflict('The project of the running timer has been deleted', {
      code: 'project_deleted',
      details: 'Choose another project for its time. The timer runs on until then.',
    })
  }
  const days = measuredDays(period, tx.timeZone, nextMidnight, rounding ?? EMPTY_PROFILE)
  const project = known?.id === project_id ? known : await requireProject(tx, project_id)
  return logOnProject(tx, project, { description, is_billable }, days)
}

const topicOf = ({ accountId }: Context): string => `timer of ${accountId}`

const changeSignal = (tx: Context) => tx.services.signals.sending(tx.db, topicOf(tx))

export const watchTimer = (ctx: Context): Watched<TimerState> => ({
  read: () => getTimer(ctx),
  subscribe: (changed) => ctx.services.signals.subscribe(topicOf(ctx), changed),
})

const forgottenBefore = (now: Date): Date => new Date(now.getTime() - LONG_MILLISECONDS)

export const findForgottenTimers = ({ db, now }: PublicContext) =>
  store.findTimersStartedBefore(db, forgottenBefore(now))

/** Mails once about a timer that was most likely forgotten. */
export async function remindOfTimer(tx: Context): Promise<void> {
  const { db, accountId, now } = tx
  const { reminded_at } = await store.lockTimer(db, accountId)
  const timer = await store.findTimer(db, accountId)
  if (!timer || reminded_at || timer.started_at >= forgottenBefore(now)) return
  await store.markReminded(db, accountId, now)
  await mailFreelancer(tx, stillRunningNotice(timer, tx), { footer: STILL_RUNNING_FOOTER })
}
