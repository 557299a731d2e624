import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { truncate } from '#core/text.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { requireWithinLimit } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, HttpError } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { type Attempt, defineJob } from '#server/jobs/job.ts'
import type { Import, ImportStatus, RecordCounts } from '../contract.ts'
import type { ReadRow } from '../rules/rows.ts'
import * as store from '../store/imports.ts'
import * as recordStore from '../store/records.ts'
import { type Creator, type PlacedRow, Placement } from './placing.ts'
import { findImport, getImport, lockImport, requireFile } from './preparing.ts'
import { hasLimits, inChunks, limitExceeded, obstacleOf, previewImport } from './previewing.ts'
import { readRows } from './reading.ts'

const MAY_START: readonly ImportStatus[] = ['prepared', 'cancelled', 'failed']

/** Starts an import, or continues one that stopped. */
export async function startImport(ctx: Context, id: number): Promise<Import> {
  await requireStartable(ctx, id)
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockImport(tx, id)
    if (status === 'importing') return getImport(tx, id)
    if (!MAY_START.includes(status)) throw new Conflict('This import is over')
    await store.updateImport(tx.db, ctx.accountId, id, {
      status: 'importing',
      error: null,
      finished_at: null,
    })
    await enqueue(tx, runImport, { import_id: id })
    return getImport(tx, id)
  })
}

/** Before the first row is written, the plan must have room for all. */
async function requireStartable(ctx: Context, id: number): Promise<void> {
  const found = requireFile(await findImport(ctx, id))
  const obstacle = obstacleOf(found)
  if (obstacle?.refusal) throw new Conflict(obstacle.refusal)
  if (found.status !== 'prepared' || !(await hasLimits(ctx))) return
  const { creates } = await previewImport(ctx, id)
  const refusal = await limitExceeded(ctx, creates)
  if (refusal) throw refusal
}

export function cancelImport(ctx: Context, id: number): Promise<Import> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockImport(tx, id)
    if (status !== 'importing') throw new Conflict('This import is not running')
    await store.updateImport(tx.db, ctx.accountId, id, { status: 'cancelled', finished_at: ctx.now })
    return getImport(tx, id)
  })
}

const ROWS_PER_TRANSACTION = { fewest: 100, most: 500 }
/** Others wait for the embedded database, which has one connection, about as long as a transaction takes. */
const TRANSACTION_MILLISECONDS = 40
/** Between two transactions, as long as the last one took, so that others have the database half of the time. */
const LONGEST_REST_MILLISECONDS = 200
/** Then the rest is queued behind the imports that wait, so that a small one does not wait for a large one. */
const TRANSACTIONS_PER_TURN = 20

/**
 * Reads the file and writes its records in chunks, each in a transaction that also counts its rows as done. The next turn,
 * or the next attempt after whatever interrupts it, goes on with the first row that is not done.
 */
export const runImport = defineJob({
  name: 'run-import',
  data: z.object({ import_id: z.int() }),
  external: true,
  run: async (ctx, { import_id }, attempt) => {
    const found = await store.findImport(ctx.db, ctx.accountId, import_id)
    if (found?.status !== 'importing') return
    try {
      await importRows(ctx, requireFile(found))
    } catch (error) {
      await failPermanently(ctx, import_id, error, attempt)
    }
  },
})

async function importRows(ctx: Context, found: store.ImportRecord & { file_sha256: string }): Promise<void> {
  let done = found.rows_done
  let size: number = ROWS_PER_TRANSACTION.fewest
  let transactions = 0
  for await (const rows of inChunks(readRows(ctx, found, done), () => size)) {
    const start = performance.now()
    if (!(await importChunk(ctx, found.id, done, rows))) return
    const elapsed = performance.now() - start
    done += rows.length
    size = nextSize(rows.length, elapsed)
    await setTimeout(Math.min(elapsed, LONGEST_REST_MILLISECONDS))
    if (++transactions < TRANSACTIONS_PER_TURN || done >= found.row_count) continue
    await enqueue(ctx, runImport, { import_id: found.id })
    return
  }
  await finishImport(ctx, found.id)
}

function nextSize(rows: number, elapsed: number): number {
  const { fewest, most } = ROWS_PER_TRANSACTION
  return Math.max(fewest, Math.min(most, Math.round((rows * TRANSACTION_MILLISECONDS) / elapsed)))
}

/** Returns whether to go on: not if the import was cancelled, or another server has taken it over. */
function importChunk(ctx: Context, id: number, done: number, rows: ReadRow[]): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const found = await store.lockImport(tx.db, ctx.accountId, id)
    if (found?.status !== 'importing' || found.rows_done !== done) return false
    const created = { ...found.created }
    const placed = await new Placement(tx, id, found.settings, writingCreator(tx, id, created)).place(rows)
    await writeRecords(tx, id, placed, created)
    const faults = placed.filter((row) => row.outcome === 'fault')
    if (faults.length > 0) await store.insertFaults(tx.db, ctx.accountId, id, faults.map(storedFault))
    await store.updateImport(tx.db, ctx.accountId, id, {
      rows_done: done + rows.length,
      created,
      duplicates: found.duplicates + placed.filter(({ outcome }) => outcome === 'duplicate').length,
      faults: found.faults + faults.length,
    })
    return true
  })
}

function writingCreator(tx: Context, id: number, created: RecordCounts): Creator {
  return {
    clients: async (clients) => {
      await requireWithinLimit(tx, 'clients', clients.length)
      created.clients += clients.length
      return recordStore.insertClients(tx.db, tx.accountId, id, clients, tx.now)
    },
    projects: async (projects) => {
      await requireWithinLimit(tx, 'projects', projects.length)
      created.projects += projects.length
      return recordStore.insertProjects(tx.db, tx.accountId, id, projects, tx.now)
    },
  }
}

async function writeRecords(
  { db, accountId, now }: Context,
  id: number,
  placed: readonly PlacedRow[],
  created: RecordCounts,
): Promise<void> {
  const records = placed.flatMap((row) => (row.outcome === 'new' ? [row.record] : []))
  const entries = records.flatMap((record) => (record.table === 'time_entries' ? [record.entry] : []))
  const expenses = records.flatMap((record) => (record.table === 'expenses' ? [record.expense] : []))
  if (entries.length > 0) await recordStore.insertTimeEntries(db, accountId, id, entries, now)
  if (expenses.length > 0) await recordStore.insertExpenses(db, accountId, id, expenses, now)
  created.time_entries += entries.length
  created.expenses += expenses.length
}

const LONGEST_CELL = 1000

const storedFault = ({ read, fault }: PlacedRow & { outcome: 'fault' }): store.StoredFault => ({
  row: read.row,
  message: fault,
  cells: read.cells.map((cell) =>
    truncate(cell.replaceAll('\0', '').slice(0, 2 * LONGEST_CELL), LONGEST_CELL),
  ),
})

function finishImport(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await store.lockImport(tx.db, ctx.accountId, id)
    if (found?.status !== 'importing') return
    await store.updateImport(tx.db, ctx.accountId, id, { status: 'imported', finished_at: ctx.now })
    await recordActivity(tx, { type: 'import.finished', import: { id, file_name: found.file_name } })
  })
}

/** Fails for good if a person has to solve it, such as a plan limit. The import can be continued afterwards. */
async function failPermanently(ctx: Context, id: number, error: unknown, { isLast }: Attempt): Promise<void> {
  const isRefusal = error instanceof HttpError && error.status < 500
  if (!isRefusal && !isLast) throw error
  if (!isRefusal) ctx.log.error({ err: error }, 'import failed')
  const reason = isRefusal
    ? [error.message, error.extra.details].filter(Boolean).join('. ')
    : 'Something went wrong. Nothing is lost: continue the import, or undo it.'
  await inTransaction(ctx, async (tx) => {
    const found = await store.lockImport(tx.db, ctx.accountId, id)
    if (found?.status !== 'importing') return
    await store.updateImport(tx.db, ctx.accountId, id, {
      status: 'failed',
      error: reason,
      finished_at: ctx.now,
    })
  })
}
