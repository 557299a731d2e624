import { unbilledSums } from '#features/billing/billable-work/actions.ts'
import type { Context } from '#server/context.ts'
import type { ClientFigures, ProjectFigures } from './contract.ts'
import { figuresOfClients, figuresOfProjects } from './rules.ts'
import * as store from './store.ts'

export async function listClientFigures(ctx: Context): Promise<ClientFigures[]> {
  const { db, accountId, today } = ctx
  return figuresOfClients(await store.sumUpClients(db, accountId, today, unbilledSums(ctx, {})))
}

export async function listProjectFigures(ctx: Context): Promise<ProjectFigures[]> {
  const { rows } = await unbilledSums(ctx, {}).execute(ctx.db)
  return figuresOfProjects(rows)
}
