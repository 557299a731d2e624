import { and, count, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { PageQuery } from '#core/endpoint.ts'
import { deliverables, deliverableVersions } from '#features/deliverables/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { milestones } from '#features/milestones/table.ts'
import { projects } from '#features/projects/table.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** The one place that says what of an account a client may see. */
const visibleProjects = (accountId: AccountId, clientId: number) =>
  and(eq(projects.accountId, accountId), eq(projects.clientId, clientId), ne(projects.status, 'cancelled'))

const visibleInvoices = (accountId: AccountId, clientId: number) =>
  and(eq(invoices.accountId, accountId), eq(invoices.clientId, clientId), ne(invoices.status, 'draft'))

/** Were sent and are drafts again: of these a client learns the number, and nothing that they say. */
const revisedInvoices = (accountId: AccountId, clientId: number) =>
  and(
    eq(invoices.accountId, accountId),
    eq(invoices.clientId, clientId),
    eq(invoices.status, 'draft'),
    or(isNotNull(invoices.sentAt), isNotNull(invoices.approvalStatus)),
  )

const milestonesWhere = (condition = sql`true`) =>
  sql`(
    select count(*)::int from ${milestones} m
    where m.account_id = projects.account_id and m.project_id = projects.id and ${condition}
  )`.mapWith(Number)

/** Those whose newest version was submitted to the project's client of now: no drafts, nothing of an earlier client. */
const deliverablesWhere = (condition = sql`true`) =>
  sql`(
    select count(*)::int from ${deliverables} d
    join ${deliverableVersions} v
      on v.account_id = d.account_id and v.deliverable_id = d.id and v.version = d.version
      and v.client_id = projects.client_id
    where d.account_id = projects.account_id and d.project_id = projects.id and ${condition}
  )`.mapWith(Number)

const projectColumns = {
  id: projects.id,
  name: projects.name,
  description: projects.description,
  status: projects.status,
  start_date: projects.startDate,
  end_date: projects.endDate,
  hourly_rate: projects.hourlyRate,
  estimated_hours: projects.estimatedHours,
  milestones_total: milestonesWhere(),
  milestones_completed: milestonesWhere(sql`m.status = 'completed'`),
  deliverables_total: deliverablesWhere(),
  deliverables_approved: deliverablesWhere(sql`d.status = 'approved'`),
  deliverables_submitted: deliverablesWhere(sql`d.status = 'submitted'`),
}

export async function listProjects(
  db: Db,
  accountId: AccountId,
  clientId: number,
  { limit, cursor, q }: PageQuery,
) {
  const rows = await db
    .select(projectColumns)
    .from(projects)
    .where(
      and(
        visibleProjects(accountId, clientId),
        matchesSearch(q, projects.search),
        afterCursor(cursor, [projects.id], 'descending'),
      ),
    )
    .orderBy(desc(projects.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ id }) => [id])
}

export async function findProject(db: Db, accountId: AccountId, clientId: number, id: number) {
  const [project] = await db
    .select(projectColumns)
    .from(projects)
    .where(and(visibleProjects(accountId, clientId), eq(projects.id, id)))
  return project
}

/** The project of a deliverable, if the client may see it. */
export async function findProjectOfDeliverable(
  db: Db,
  accountId: AccountId,
  clientId: number,
  deliverableId: number,
) {
  const [project] = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .innerJoin(
      deliverables,
      and(eq(deliverables.accountId, projects.accountId), eq(deliverables.projectId, projects.id)),
    )
    .where(and(visibleProjects(accountId, clientId), eq(deliverables.id, deliverableId)))
  return project
}

/** A project that the client may see, which until the transaction ends is not deleted. */
export async function shareLockProject(db: Db, accountId: AccountId, clientId: number, id: number) {
  const [project] = await db
    .select({ id: projects.id, name: projects.name, clientId: projects.clientId })
    .from(projects)
    .where(and(visibleProjects(accountId, clientId), eq(projects.id, id)))
    .for('key share')
  return project
}

const invoiceColumns = {
  id: invoices.id,
  number: invoices.number,
  status: invoices.status,
  approval_status: invoices.approvalStatus,
  issue_date: invoices.issueDate,
  due_date: invoices.dueDate,
  subtotal: invoices.subtotal,
  tax_rate: invoices.taxRate,
  tax_amount: invoices.taxAmount,
  total: invoices.total,
  notes: invoices.notes,
  client_notes: invoices.clientNotes,
  approved_at: invoices.approvedAt,
  rejected_at: invoices.rejectedAt,
}

export async function listInvoices(
  db: Db,
  accountId: AccountId,
  clientId: number,
  { limit, cursor, q }: PageQuery,
) {
  const rows = await db
    .select(invoiceColumns)
    .from(invoices)
    .where(
      and(
        visibleInvoices(accountId, clientId),
        matchesSearch(q, invoices.search),
        afterCursor(cursor, [invoices.number], 'descending'),
      ),
    )
    .orderBy(desc(invoices.number))
    .limit(limit + 1)
  return toPage(rows, limit, ({ number }) => [number])
}

const MOST_REVISED = 100

export function listRevisedInvoices(db: Db, accountId: AccountId, clientId: number) {
  return db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(revisedInvoices(accountId, clientId))
    .orderBy(desc(invoices.number))
    .limit(MOST_REVISED)
}

/** Whether the client may see an invoice, or at least know that there is one. */
export async function isForClient(
  db: Db,
  accountId: AccountId,
  clientId: number,
  id: number,
): Promise<boolean> {
  const found = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        or(visibleInvoices(accountId, clientId), revisedInvoices(accountId, clientId)),
        eq(invoices.id, id),
      ),
    )
  return found.length > 0
}

export async function countAll(db: Db, accountId: AccountId, clientId: number) {
  const [counts] = await db
    .select({
      projects_count: count(),
      invoices_count: db.$count(invoices, visibleInvoices(accountId, clientId)),
    })
    .from(projects)
    .where(visibleProjects(accountId, clientId))
  if (!counts) throw new Error('a count returned no row')
  return counts
}
