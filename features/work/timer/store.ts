import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectStatus } from '#features/engagement/projects/contract.ts'
import type { Rounding } from '#features/foundation/business/rules.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Timer } from './contract.ts'

const TIMER_COLUMNS = ['id', 'project_id', 'description', 'is_billable', 'started_at', 'version'] as const

export async function findTimer(db: Db, accountId: AccountId): Promise<Timer | undefined> {
  const row = await db
    .selectFrom('timers')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.account_id', '=', 'timers.account_id')
        .onRef('projects.id', '=', 'timers.project_id'),
    )
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'projects.account_id')
        .onRef('clients.id', '=', 'projects.client_id'),
    )
    .select([
      'timers.id',
      'timers.project_id',
      'projects.name as project_name',
      sql<ProjectStatus | null>`projects.status`.as('project_status'),
      'clients.name as client_name',
      'timers.description',
      'timers.is_billable',
      'timers.started_at',
      'timers.version',
    ])
    .where('timers.account_id', '=', accountId)
    .executeTakeFirst()
  return row && isRunning(row) ? row : undefined
}

export const isRunning = <Row extends { started_at: Date | null }>(
  row: Row,
): row is Row & { started_at: Date } => row.started_at !== null

/** Locks the account's timer until the transaction ends, whether it runs or not. The first call creates the row. */
export const lockTimer = (db: Db, accountId: AccountId) =>
  db
    .insertInto('timers')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: accountId }))
    .returning([...TIMER_COLUMNS, 'stopped_at', 'reminded_at', rounding.as('rounding')])
    .executeTakeFirstOrThrow()

/** Null while there is no business profile. */
const rounding = sql<Rounding | null>`(
  select json_build_object('time_rounding_minutes', b.time_rounding_minutes, 'time_rounding_mode', b.time_rounding_mode)
  from businesses b where b.account_id = timers.account_id
)`

export type LockedTimer = Awaited<ReturnType<typeof lockTimer>>

type Started = Pick<Timer, 'project_id' | 'description' | 'is_billable' | 'started_at'>

/** A started timer, and what ran before it. */
interface StartedTimer extends Pick<Timer, 'id' | 'version' | 'started_at'> {
  before_project_id: number | null
  before_description: string
  before_is_billable: boolean
  before_started_at: Date | null
  rounding: Rounding | null
}

/**
 * Starts a timer when the last one was stopped at the earliest, and stops the one that runs. Undefined if that was started
 * later, or if the account has no row yet.
 */
export async function startTimer(
  db: Db,
  accountId: AccountId,
  { project_id, description, is_billable, started_at }: Started,
  signal: RawBuilder<unknown>,
): Promise<StartedTimer | undefined> {
  const { rows } = await sql<StartedTimer>`
    update timers set id = timers.id + 1, project_id = ${project_id}, description = ${description},
      is_billable = ${is_billable}, started_at = start.at,
      stopped_at = case when before.started_at is null then before.stopped_at else start.at end,
      reminded_at = null, version = timers.version + 1
    from (
        select account_id, project_id, description, is_billable, started_at, stopped_at
        from timers where account_id = ${accountId} for update
      ) before,
      lateral (select greatest(${started_at}::timestamptz, before.stopped_at) as at) start
    where timers.account_id = before.account_id
      and (before.started_at is null or before.started_at <= ${started_at}::timestamptz)
    returning timers.id, timers.version, timers.started_at, before.project_id as before_project_id,
      before.description as before_description, before.is_billable as before_is_billable,
      before.started_at as before_started_at, ${rounding} as rounding, ${signal} as signal`.execute(db)
  return rows[0]
}

export async function updateTimer(
  db: Db,
  accountId: AccountId,
  timer: Started,
  signal: RawBuilder<unknown>,
): Promise<void> {
  await db
    .updateTable('timers')
    .set({ ...timer, version: nextVersion })
    .where('account_id', '=', accountId)
    .returning(signal.as('signal'))
    .execute()
}

/** Runs again since `started_at`. Nothing that is logged reaches beyond that. */
export async function resumeTimer(
  db: Db,
  accountId: AccountId,
  timer: Started,
  signal: RawBuilder<unknown>,
): Promise<void> {
  await db
    .updateTable('timers')
    .set({
      ...timer,
      id: sql<number>`id + 1`,
      stopped_at: timer.started_at,
      reminded_at: null,
      version: nextVersion,
    })
    .where('account_id', '=', accountId)
    .returning(signal.as('signal'))
    .execute()
}

/** Without `stoppedAt` its time was discarded. */
export async function endTimer(
  db: Db,
  accountId: AccountId,
  signal: RawBuilder<unknown>,
  stoppedAt?: Date,
): Promise<void> {
  await db
    .updateTable('timers')
    .set({ started_at: null, ...(stoppedAt && { stopped_at: stoppedAt }), version: nextVersion })
    .where('account_id', '=', accountId)
    .returning(signal.as('signal'))
    .execute()
}

/** Time up to this instant is logged, although another timer runs. */
export async function markStopped(db: Db, accountId: AccountId, stoppedAt: Date): Promise<void> {
  await db.updateTable('timers').set({ stopped_at: stoppedAt }).where('account_id', '=', accountId).execute()
}

export async function markReminded(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db.updateTable('timers').set({ reminded_at: now }).where('account_id', '=', accountId).execute()
}

/** Accounts whose timer was started before this instant, and whom no mail has told yet. */
export const findTimersStartedBefore = (db: Db, instant: Date) =>
  inPages<{ account_id: AccountId }>((after, limit) =>
    db
      .selectFrom('timers')
      .select('account_id')
      .where('started_at', '<', instant)
      .where('reminded_at', 'is', null)
      .where(sql<SqlBool>`account_id > ${after?.account_id ?? 0}`)
      .orderBy('account_id')
      .limit(limit)
      .execute(),
  )
