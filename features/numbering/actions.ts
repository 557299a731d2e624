import type { Context } from '#server/context.ts'
import * as store from './store.ts'
import type { NumberedKind } from './table.ts'

/**
 * Takes the next number. Call it in the transaction that creates the document: a second caller waits until that ends, and
 * a number that was not used after all is taken by the next.
 */
export const takeNumber = (tx: Context, kind: NumberedKind): Promise<number> => takeNumbers(tx, kind, 1)

/** The same for several numbers in a row. Gives the first. */
export async function takeNumbers(
  { db, accountId }: Context,
  kind: NumberedKind,
  count: number,
): Promise<number> {
  return (await store.countOn(db, accountId, kind, count)) - count + 1
}

/** Until the transaction ends, nobody else takes a number. */
export async function lockNumbers({ db, accountId }: Context, kind: NumberedKind): Promise<void> {
  await store.countOn(db, accountId, kind, 0)
}

/** Goes on after this number. Call it under `lockNumbers`, with the highest number that is still used. */
export async function continueAfter(
  { db, accountId }: Context,
  kind: NumberedKind,
  last: number,
): Promise<void> {
  await store.setLastNumber(db, accountId, kind, last)
}
