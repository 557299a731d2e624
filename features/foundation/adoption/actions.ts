import { requireWithinLimit } from '#features/foundation/subscription/actions/entitlement.ts'
import type { Limited } from '#features/foundation/subscription/rules.ts'
import type { Context } from '#server/context.ts'
import * as store from './store.ts'

/** In the order in which rows are locked everywhere. */
const ORDER: Limited[] = ['clients', 'projects', 'invoices']

/**
 * Turns the sample records that a change is about into the freelancer's own, together with what they belong to: they lose
 * their mark and count towards the plan, whose limits apply. Call it first in the transaction of the change, before anything
 * is locked. What a client does in the portal adopts nothing.
 */
export async function adopt(tx: Context, touched: store.Touched): Promise<void> {
  if (tx.actor.type !== 'user') return
  const { db, accountId } = tx
  const found = await store.findSamples(db, accountId, touched)
  const samples: { kind: Limited; id: number; counts: boolean }[] = []
  for (const kind of ORDER) {
    const locked = await store.lockSamples(db, accountId, kind, found[kind])
    samples.push(...locked.map((sample) => ({ kind, ...sample })))
  }
  for (const { kind, id, counts } of samples) {
    if (counts) await requireWithinLimit(tx, kind)
    await store.unmark(db, accountId, kind, id, tx.now)
  }
}

/** The same for a record that no plan counts, with or without a project or client. */
export async function adoptRecord(
  tx: Context,
  table: store.UncountedTable,
  id: number,
  project: number | null,
  client: number | null = null,
): Promise<void> {
  await adopt(tx, { project, client })
  await store.unmarkRecords(tx.db, tx.accountId, table, [id])
}

export async function adoptRecords(
  tx: Context,
  table: store.UncountedTable,
  ids: readonly number[],
  projects: readonly number[],
): Promise<void> {
  await adopt(tx, { project: projects })
  await store.unmarkRecords(tx.db, tx.accountId, table, ids)
}
