import type { Currency } from '#core/currency.ts'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import { recordActivity } from '#features/activity/actions.ts'
import { adopt } from '#features/adoption/actions.ts'
import { requireClient } from '#features/clients/actions.ts'
import { requireMinorUnits } from '#features/currencies/actions.ts'
import { requireWithinLimit } from '#features/subscription/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { isStale, refuseStale, requireVersion } from '#server/http/version.ts'
import {
  Project,
  type ProjectDeletion,
  type ProjectDetail,
  type ProjectFilter,
  type ProjectInput,
  type ProjectStatus,
} from './contract.ts'
import * as store from './store.ts'

export const listProjects = (
  { db, accountId }: Context,
  query: PageQuery & ProjectFilter,
): Promise<Page<Project>> => store.listProjects(db, accountId, query)

export async function getProject({ db, accountId }: Context, id: number): Promise<Project> {
  return (await store.findProject(db, accountId, id)) ?? notFound()
}

export async function getProjectDetail(ctx: Context, id: number): Promise<ProjectDetail> {
  const project = await getProject(ctx, id)
  const sums = await store.sumUpProject(ctx.db, ctx.accountId, id)
  return { ...project, ...sums, home_currency: ctx.currency }
}

export function createProject(ctx: Context, input: ProjectInput): Promise<Project> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { client: input.client_id })
    const status = input.status ?? 'active'
    if (status !== 'cancelled') await requireWithinLimit(tx, 'projects')
    const client = input.client_id === null ? null : await requireClient(tx, input.client_id)
    const currency = input.currency ?? client?.currency ?? ctx.currency
    const project = { ...input, status, currency, hourly_rate: rateIn(currency, input) }
    const id = await store.insertProject(tx.db, ctx.accountId, project, ctx.now)
    await recordActivity(tx, { type: 'project.created', project: { id, name: input.name } })
    return getProject(tx, id)
  })
}

export function updateProject(
  ctx: Context,
  id: number,
  input: ProjectInput,
  ifMatch: IfMatch = null,
): Promise<Project> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { project: id, client: input.client_id })
    const before = (await store.lockProjectToChange(tx.db, ctx.accountId, id)) ?? notFound()
    if (isStale(before, ifMatch)) refuseStale('project', Project, await getProject(tx, id))
    const status = input.status ?? before.status
    // A cancelled project does not count towards the plan, so reactivating one is like creating one.
    if (before.status === 'cancelled' && status !== 'cancelled') await requireWithinLimit(tx, 'projects')
    // A project may keep a client that has been archived since.
    if (input.client_id !== null && input.client_id !== before.client_id) {
      await requireClient(tx, input.client_id)
    }
    const currency = input.currency ?? before.currency
    const project = { ...input, status, currency, hourly_rate: rateIn(currency, input) }
    await store.updateProject(tx.db, ctx.accountId, id, project)
    await recordActivity(tx, { type: 'project.updated', project: { id, name: input.name } })
    return getProject(tx, id)
  })
}

const rateIn = (currency: Currency, { hourly_rate }: ProjectInput) =>
  hourly_rate === null ? null : requireMinorUnits(hourly_rate, currency, 'hourly_rate')

/** Removes a project that has no work on it. One with time, expenses or invoices is cancelled instead, and keeps its history. */
export function deleteProject(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<ProjectDeletion> {
  return inTransaction(ctx, async (tx) => {
    await store.lockProjectToDelete(tx.db, ctx.accountId, id)
    const project = await getProject(tx, id)
    requireVersion('project', Project, project, ifMatch)
    const outcome = project.has_history ? 'cancelled' : 'removed'
    if (outcome === 'cancelled' && project.status === 'cancelled') return { success: true, outcome }
    if (outcome === 'cancelled') await store.cancelProject(tx.db, ctx.accountId, id)
    else await store.removeProject(tx.db, ctx.accountId, id)
    await recordActivity(tx, { type: `project.${outcome}`, project })
    return { success: true, outcome }
  })
}

export interface LockedProject {
  id: number
  name: string
  status: ProjectStatus
  client_id: number | null
  client_name: string | null
  currency: Currency
}

/** The project that a record belongs to. It must exist in this account, and is locked until the transaction ends. */
export async function requireProject({ db, accountId }: Context, id: number): Promise<LockedProject> {
  return (await store.shareLockProject(db, accountId, id)) ?? notFound()
}

/** The same, with an exclusive lock for adding to the project or reordering. */
export async function lockProject(ctx: Context, id: number): Promise<LockedProject> {
  if (!(await store.lockProjectToChange(ctx.db, ctx.accountId, id))) notFound()
  return requireProject(ctx, id)
}

function notFound(): never {
  throw new NotFound('Project not found')
}
