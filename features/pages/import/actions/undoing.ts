import { z } from 'zod'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { Import, ImportStatus, KeptRecord } from '../contract.ts'
import * as store from '../store/imports.ts'
import * as recordStore from '../store/records.ts'
import { findImport, getImport, lockImport } from './preparing.ts'

const MAY_UNDO: readonly ImportStatus[] = ['imported', 'cancelled', 'failed']

export function undoImport(ctx: Context, id: number): Promise<Import> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockImport(tx, id)
    if (status === 'importing') throw new Conflict('This import is running. Cancel it first.')
    if (!MAY_UNDO.includes(status)) throw new Conflict('There is nothing to undo')
    await store.updateImport(tx.db, ctx.accountId, id, { status: 'undoing' })
    await enqueue(tx, runUndo, { import_id: id })
    return getImport(tx, id)
  })
}

const ROWS_PER_TRANSACTION = 500
/** Then the rest is queued behind what waits, as for imports. */
const TRANSACTIONS_PER_TURN = 20

/** Removes what the import created in chunks, so that others do not have to wait. Repeating it does no harm. */
export const runUndo = defineJob({
  name: 'undo-import',
  data: z.object({ import_id: z.int() }),
  external: true,
  run: async (ctx, { import_id }) => {
    let transactions = 0
    for (const table of ['time_entries', 'expenses'] as const) {
      while ((await removeSome(ctx, import_id, table)) === ROWS_PER_TRANSACTION) {
        if (++transactions < TRANSACTIONS_PER_TURN) continue
        await enqueue(ctx, runUndo, { import_id })
        return
      }
    }
    await removeRest(ctx, import_id)
  },
})

function removeSome(ctx: Context, id: number, table: 'time_entries' | 'expenses'): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const found = await store.lockImport(tx.db, ctx.accountId, id)
    if (found?.status !== 'undoing') return 0
    const count = await recordStore.removeSomeRecords(tx.db, ctx.accountId, id, table, ROWS_PER_TRANSACTION)
    const removed = { ...found.removed, [table]: found.removed[table] + count }
    await store.updateImport(tx.db, ctx.accountId, id, { removed })
    return count
  })
}

/** The projects and clients that are empty now. */
function removeRest(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { db, accountId } = tx
    const found = await store.lockImport(db, accountId, id)
    if (found?.status !== 'undoing') return
    const removed = { ...found.removed }
    // In the order in which rows are locked everywhere.
    await recordStore.lockCreated(db, accountId, id, 'clients')
    await recordStore.lockCreated(db, accountId, id, 'projects')
    for (const table of ['projects', 'clients'] as const)
      removed[table] += await recordStore.removeUnused(db, accountId, id, table)
    await store.updateImport(db, accountId, id, { status: 'undone', removed, finished_at: ctx.now })
    await recordActivity(tx, { type: 'import.undone', import: { id, file_name: found.file_name } })
  })
}

/** The records that undoing left in place. */
export async function listKept(ctx: Context, id: number): Promise<KeptRecord[]> {
  const { status } = await findImport(ctx, id)
  return status === 'undone' ? recordStore.listKept(ctx.db, ctx.accountId, id) : []
}
