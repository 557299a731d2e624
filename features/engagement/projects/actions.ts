import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import { sameFigure } from '#core/money.ts'
import type { Seconds } from '#core/units.ts'
import { requireClient } from '#features/engagement/clients/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { defineRemoval, rememberChange, removeRows } from '#features/foundation/removals/actions.ts'
import { requireWithinLimit, withinLimit } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound, ValidationError } from '#server/errors.ts'
import { isStale, refuseStale, requireVersion } from '#server/http/version.ts'
import {
  type InvoiceOnApproval,
  PRICE_MISSING,
  Project,
  type ProjectDeletion,
  type ProjectDetail,
  type ProjectFilter,
  type ProjectInput,
  ProjectStatus,
  type Rate,
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
    if (input.status !== 'cancelled') await requireWithinLimit(tx, 'projects')
    const client = input.client_id === null ? null : await requireClient(tx, input.client_id)
    const project = valuesOf(input, { ...NEW, currency: client?.currency ?? ctx.currency })
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
    const before = (await store.lockProjectToChange(tx.db, ctx.accountId, id)) ?? notFound()
    if (isStale(before, ifMatch)) refuseStale('project', Project, await getProject(tx, id))
    const project = valuesOf(input, before)
    const changesCurrency = project.currency !== before.currency
    if (changesCurrency || input.apply_rate) await store.lockOutAdditions(tx.db, ctx.accountId, id)
    if (changesCurrency) await requireNothingPriced(tx, id)
    // A cancelled project does not count towards the plan, so reactivating one is like creating one.
    if (before.status === 'cancelled' && project.status !== 'cancelled')
      await requireWithinLimit(tx, 'projects')
    // A project may keep a client that has been archived since.
    if (input.client_id !== null && input.client_id !== before.client_id) {
      await requireClient(tx, input.client_id)
    }
    await store.updateProject(tx.db, ctx.accountId, id, project)
    if (input.apply_rate) {
      await store.setRateOfUnbilled(tx.db, ctx.accountId, id, await requireProject(tx, id))
    }
    await recordActivity(tx, { type: 'project.updated', project: { id, name: input.name } })
    return getProject(tx, id)
  })
}

type Before = Pick<
  store.ProjectValues,
  | 'status'
  | 'currency'
  | 'billing'
  | 'daily_rate'
  | 'fixed_fee'
  | 'budget_hours'
  | 'budget_amount'
  | 'invoice_on_approval'
>

const NEW: Omit<Before, 'currency'> = {
  status: 'active',
  billing: 'hourly',
  daily_rate: null,
  fixed_fee: null,
  budget_hours: null,
  budget_amount: null,
  invoice_on_approval: 'off',
}

/** Fields that were left out of the input stay as they were. Only the price that belongs to the billing is kept. */
function valuesOf({ apply_rate: _, ...input }: ProjectInput, before: Before): store.ProjectValues {
  const { currency = before.currency, billing = before.billing, status = before.status } = input
  const amountOf = (field: 'hourly_rate' | 'daily_rate' | 'fixed_fee' | 'budget_amount') => {
    const entered = input[field]
    return entered === null || entered === undefined ? null : requireMinorUnits(entered, currency, field)
  }
  const kept = (field: 'daily_rate' | 'fixed_fee' | 'budget_amount') =>
    input[field] === undefined ? sameFigure(before[field], before.currency, currency) : amountOf(field)
  const required = (field: keyof typeof PRICE_MISSING) => {
    const price = kept(field)
    if (price === null) throw new ValidationError({ [field]: PRICE_MISSING[field] })
    return price
  }
  return {
    ...input,
    status,
    currency,
    billing,
    hourly_rate: billing === 'hourly' ? amountOf('hourly_rate') : null,
    daily_rate: billing === 'daily' ? required('daily_rate') : null,
    fixed_fee: billing === 'fixed' ? required('fixed_fee') : null,
    budget_hours: input.budget_hours === undefined ? before.budget_hours : input.budget_hours,
    budget_amount: kept('budget_amount'),
    invoice_on_approval: input.invoice_on_approval ?? before.invoice_on_approval,
  }
}

/** Logged time and fees are priced in the project's currency. */
async function requireNothingPriced({ db, accountId }: Context, id: number): Promise<void> {
  const { has_time, has_fees } = await store.findPricedWork(db, accountId, id)
  if (!has_time && !has_fees) return
  const reason = has_time
    ? 'once time has been logged on it'
    : 'while its deliverables or milestones have fees'
  throw new Conflict(`The currency of a project cannot be changed ${reason}`, {
    details: 'Create another project for work in another currency.',
  })
}

/** Removes a project that has no work on it. One with time, expenses or invoices is cancelled instead, and keeps its history. */
export function deleteProject(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<ProjectDeletion> {
  return inTransaction(ctx, async (tx) => {
    await store.lockOutAdditions(tx.db, ctx.accountId, id)
    const project = await getProject(tx, id)
    requireVersion('project', Project, project, ifMatch)
    const outcome = project.has_history ? 'cancelled' : 'removed'
    if (outcome === 'cancelled' && project.status === 'cancelled')
      return { success: true, outcome, removal_id: null }
    const removal_id = outcome === 'cancelled' ? await cancel(tx, project) : await remove(tx, project)
    await recordActivity(tx, { type: `project.${outcome}`, project }, removal_id)
    return { success: true, outcome, removal_id }
  })
}

async function cancel(tx: Context, { id, status }: Project): Promise<number> {
  await store.setStatus(tx.db, tx.accountId, id, 'cancelled')
  return rememberChange(tx, projectCancellation, { id, status })
}

export const projectCancellation = defineRemoval({
  kind: 'project_cancelled',
  data: z.object({ id: z.int(), status: ProjectStatus }),
  belongsTo: 'client',
  async undo(tx, { id, status }) {
    const project = await lockProject(tx, id)
    if (project.status !== 'cancelled') throw new Conflict('This project is no longer cancelled')
    await withinLimit(tx, 'projects', () => store.setStatus(tx.db, tx.accountId, id, status))
    await recordActivity(tx, { type: 'project.restored', project })
  },
})

const remove = (tx: Context, { id }: Project): Promise<number> =>
  removeRows(tx, projectRemoval, { table: 'projects', ids: [id], versioned: true }, { id })

export const projectRemoval = defineRemoval({
  kind: 'project',
  data: z.object({ id: z.int() }),
  belongsTo: 'client',
  async undo(tx, { id }, restoreRows) {
    await withinLimit(tx, 'projects', restoreRows)
    await recordActivity(tx, { type: 'project.restored', project: await getProject(tx, id) })
  },
})

/** A project as what belongs to it needs to know it. */
export interface ProjectToWorkOn extends Rate {
  id: number
  name: string
  status: ProjectStatus
  client_id: number | null
  client_name: string | null
  currency: Currency
  invoice_on_approval: InvoiceOnApproval
  /** Hours of a day that is paid for as a whole. */
  day_hours: Seconds
}

export const findProjectToWorkOn = (
  { db, accountId }: Context,
  id: number,
): Promise<ProjectToWorkOn | undefined> => store.findProjectToWorkOn(db, accountId, id)

export const findOnlyActiveProject = ({ db, accountId }: Context): Promise<ProjectToWorkOn | undefined> =>
  store.findOnlyActiveProject(db, accountId)

/** The projects with these folded names, the oldest first. */
export const findProjectsNamed = (
  { db, accountId }: Context,
  nameKeys: string[],
): Promise<(ProjectToWorkOn & { name_key: string })[]> => store.findProjectsNamed(db, accountId, nameKeys)

/** The project that a record belongs to. It must exist in this account, and is locked until the transaction ends. */
export async function requireProject({ db, accountId }: Context, id: number): Promise<ProjectToWorkOn> {
  return (await store.shareLockProject(db, accountId, id)) ?? notFound()
}

/** Like `requireProject`, with an exclusive lock for adding to the project or reordering. */
export async function lockProject(ctx: Context, id: number): Promise<ProjectToWorkOn> {
  if (!(await store.lockProjectToChange(ctx.db, ctx.accountId, id))) notFound()
  return requireProject(ctx, id)
}

function notFound(): never {
  throw new NotFound('Project not found')
}
