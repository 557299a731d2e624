import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { sendWithoutWaiting } from '#server/database/driver.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ActivitySubject } from './contract.ts'
import type { ActivitiesTable } from './table.ts'

type NewActivity = Omit<Insertable<ActivitiesTable>, 'account_id'>

export const insertActivity = (db: Db, accountId: AccountId, activity: NewActivity): Promise<void> =>
  sendWithoutWaiting(
    db,
    db
      .insertInto('activities')
      .values({ account_id: accountId, ...activity })
      .compile(),
  )

/** Returns the events as they were. Events without a client id are found by the name of the client. */
export async function eraseClient(
  db: Db,
  accountId: AccountId,
  client: { id: number; name: string; nameIsShared: boolean },
): Promise<{ id: number; data: unknown }[]> {
  const { rows } = await sql<{ id: number; data: unknown }>`
    with named as materialized (
      select id, data from activities
      where account_id = ${accountId} and (
        client_id = ${client.id}
        or not ${client.nameIsShared} and client_id is null
          and ${client.name} in (data->'client'->>'name', data->>'description')
      )
      for update
    )
    update activities a
    set data = null
    from named where a.account_id = ${accountId} and a.id = named.id
    returning named.id, named.data`.execute(db)
  return rows
}

export async function restoreData(
  db: Db,
  accountId: AccountId,
  events: { id: number; data: unknown }[],
): Promise<void> {
  await sql`
    update activities a set data = e.data
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(id bigint, data jsonb)
    where a.account_id = ${accountId} and a.id = e.id`.execute(db)
}

/** Sets the client of events about a subject that have none yet. */
export async function setClient(
  db: Db,
  accountId: AccountId,
  subject: ActivitySubject,
  clientId: number,
): Promise<void> {
  await db
    .updateTable('activities')
    .set({ client_id: clientId })
    .where('account_id', '=', accountId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('client_id', 'is', null)
    .execute()
}
