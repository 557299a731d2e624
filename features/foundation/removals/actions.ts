import pg from 'pg'
import { z } from 'zod'
import { withinQuota } from '#features/foundation/storage/actions.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { Undone } from './contract.ts'
import * as store from './store.ts'

const KEPT_MILLISECONDS = 86_400_000

/** A kind of removal, and how it is undone. `server/app.ts` lists all of them. */
export interface Removal<Schema extends z.ZodType = z.ZodType> {
  /** Stored with the removed rows, so it must not change between versions. */
  kind: string
  /** The data for undoing it besides the removed rows. */
  data: Schema
  /** The record that has to exist for it to be restored: "project". */
  belongsTo?: string
  /** Undoes it in a transaction. `restoreRows` puts the removed rows back as they were. */
  undo(tx: Context, data: z.output<Schema>, restoreRows: () => Promise<void>): Promise<void>
}

export const defineRemoval = <Schema extends z.ZodType>(removal: Removal<Schema>): Removal<Schema> => removal

interface RowsToRemove {
  table: string
  ids: readonly number[]
  /** True if the table counts changes in `version`. A restored row then has the next version. */
  versioned?: true
}

/**
 * Deletes rows of the account together with all that the database deletes along with them, and keeps everything for a day.
 * Lock the rows first, so that nothing is added to them meanwhile. Returns the id by which `removal` is undone.
 */
export async function removeRows<Schema extends z.ZodType>(
  { db, accountId, now }: Context,
  { kind, data: schema }: Removal<Schema>,
  rows: RowsToRemove,
  data: z.output<Schema>,
): Promise<number> {
  const kept = { kind, data: JSON.stringify(z.encode(schema, data)), removed_at: now }
  const id = await store.deleteAndKeep(db, accountId, rows, kept)
  if (id === undefined) throw new Error(`There were no rows of ${rows.table} to delete`)
  return id
}

/**
 * Remembers a record that was not deleted but changed, such as archived: `removal` changes it back. `files` are those
 * that the record no longer names.
 */
export const rememberChange = <Schema extends z.ZodType>(
  { db, accountId, now }: Context,
  { kind, data: schema }: Removal<Schema>,
  data: z.output<Schema>,
  files: readonly KeptFile[] = [],
): Promise<number> =>
  store.keep(
    db,
    accountId,
    { kind, data: JSON.stringify(z.encode(schema, data)), rows: '{}', removed_at: now },
    files,
  )

type KeptFile = Pick<StoredFile, 'sha256' | 'size'>

export function undoRemoval(ctx: Context, removals: readonly Removal[], id: number): Promise<Undone> {
  return inTransaction(ctx, async (tx) => {
    const found = await store.lockRemoval(tx.db, tx.accountId, id, keptSince(tx))
    if (!found) throw new NotFound('This can no longer be undone')
    if (found.restored_at) return { success: true, outcome: 'already_restored' }
    const removal = removals.find(({ kind }) => kind === found.kind)
    if (!removal) throw new Error(`Nothing undoes a removal of the kind “${found.kind}”`)
    try {
      await removal.undo(tx, z.decode(removal.data, found.data), () => restoreRows(tx, id))
    } catch (error) {
      throw refusalOf(removal, error) ?? error
    }
    await store.markRestored(tx.db, tx.accountId, id, tx.now)
    return { success: true, outcome: 'restored' }
  })
}

/** Removals up to this instant can no longer be undone. */
export const keptSince = ({ now }: PublicContext): Date => new Date(now.getTime() - KEPT_MILLISECONDS)

async function restoreRows(tx: Context, id: number): Promise<void> {
  const insert = () => store.insertRows(tx.db, tx.accountId, id)
  if (await store.namesFiles(tx.db, tx.accountId, id)) await withinQuota(tx, insert)
  else await insert()
}

const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'

/**
 * The reason why it cannot be restored: the record that it belongs to is gone, or its place is taken. Foreign keys and
 * unique indexes decide.
 */
function refusalOf({ belongsTo }: Removal, error: unknown): Conflict | undefined {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (error instanceof NotFound || code === FOREIGN_KEY_VIOLATION) {
    const gone = belongsTo ? `its ${belongsTo}` : 'what it belonged to'
    return new Conflict(`This cannot be restored, because ${gone} has been deleted in the meantime`)
  }
  return code === UNIQUE_VIOLATION
    ? new Conflict('This cannot be restored, because something else has taken its place in the meantime')
    : undefined
}

/** Forgets all removals that name a client who is erased. They can then not be undone. */
export const eraseRemovalsOf = ({ db, accountId }: Context, clientId: number): Promise<void> =>
  store.deleteRemovalsOf(db, accountId, clientId)

export async function deleteExpired(ctx: PublicContext): Promise<void> {
  while ((await store.deleteSome(ctx.db, keptSince(ctx), BATCH)) === BATCH);
}

/** So that no statement takes long. */
const BATCH = 1_000
