import { dateIn, latestDateAnywhere } from '#core/calendar.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import * as store from './store.ts'

/** Recurring records with a date that has come in their account's time zone. */
export async function* findDue({ db, now }: PublicContext, table: string) {
  for await (const due of store.findDue(db, table, latestDateAnywhere(now)))
    if (due.next_date <= dateIn(due.time_zone, now)) yield due
}

/** `nouns` is "recurring expenses". */
export async function requireRoom(
  { db, accountId }: Context,
  table: string,
  { nouns, limit }: { nouns: string; limit: number },
): Promise<void> {
  if ((await store.lockAndCount(db, accountId, table)) >= limit)
    throw new Conflict(`An account has at most ${limit} ${nouns}`)
}
