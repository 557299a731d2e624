import type { Context } from '#server/context.ts'
import * as store from './store.ts'
import type { NumberedKind } from './table.ts'

/**
 * Takes the next number. Call it in the transaction that creates the document: a second caller waits until it ends, and
 * gets the same number if it was rolled back.
 */
export const takeNumber = (tx: Context, kind: NumberedKind): Promise<number> => takeNumbers(tx, kind, 1)

/** The same for several consecutive numbers. Returns the first. */
export async function takeNumbers(
  { db, accountId }: Context,
  kind: NumberedKind,
  count: number,
): Promise<number> {
  return (await store.countOn(db, accountId, kind, count)) - count + 1
}

/** Locks the series until the transaction ends. */
export async function lockNumbers({ db, accountId }: Context, kind: NumberedKind): Promise<void> {
  await store.countOn(db, accountId, kind, 0)
}

/** The number that the next document gets. */
export const nextNumber = ({ db, accountId }: Context, kind: NumberedKind): Promise<number> =>
  store.findNextNumber(db, accountId, kind)

/** Starts the series at this number. Call it under `lockNumbers`, with a number above all that are in use. */
export async function startAt({ db, accountId }: Context, kind: NumberedKind, first: number): Promise<void> {
  await store.setFirstNumber(db, accountId, kind, first)
}

/** Continues after this number, or where the series starts. Call it under `lockNumbers`, with the highest number in use. */
export async function continueAfter(
  { db, accountId }: Context,
  kind: NumberedKind,
  last: number,
): Promise<void> {
  await store.setLastNumber(db, accountId, kind, last)
}
