import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { activities } from '#features/activity/table.ts'
import { decisions } from '#features/approvals/table.ts'
import { clients } from '#features/clients/table.ts'
import { comments } from '#features/comments/table.ts'
import { deliverables, deliverableVersions } from '#features/deliverables/table.ts'
import { expenses } from '#features/expenses/table.ts'
import { invoiceItems, invoices } from '#features/invoices/table.ts'
import { milestones } from '#features/milestones/table.ts'
import { projects } from '#features/projects/table.ts'
import { timeEntries } from '#features/time-entries/table.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ExportedNoun } from './rules.ts'

type Numbered = PgTable & { accountId: PgColumn; id: PgColumn }
type Row = Record<string, unknown> & { id: number }

interface Source {
  table: Numbered
  columns: Record<string, PgColumn>
  joins?: [PgTable, SQL | undefined][]
}

const itsProject = (table: Numbered & { projectId: PgColumn }) =>
  and(eq(projects.accountId, table.accountId), eq(projects.id, table.projectId))
const itsClient = and(eq(clients.accountId, projects.accountId), eq(clients.id, projects.clientId))
const itsInvoice = and(
  eq(invoices.accountId, invoiceItems.accountId),
  eq(invoices.id, invoiceItems.invoiceId),
)
const itsComment = and(
  eq(comments.accountId, activities.accountId),
  sql`${comments.id} = (${activities.data}->'comment'->>'id')::bigint`,
)

/** Where the rows of each noun come from, and what leaves of them beside their number. */
const SOURCES: Record<ExportedNoun, Source> = {
  clients: {
    table: clients,
    columns: {
      name: clients.name,
      email: clients.email,
      phone: clients.phone,
      company: clients.company,
      address: clients.address,
      notes: clients.notes,
      archived_at: clients.archivedAt,
      created_at: clients.createdAt,
    },
  },
  projects: {
    table: projects,
    joins: [[clients, itsClient]],
    columns: {
      name: projects.name,
      client_id: projects.clientId,
      client_name: clients.name,
      description: projects.description,
      hourly_rate: projects.hourlyRate,
      estimated_hours: projects.estimatedHours,
      status: projects.status,
      start_date: projects.startDate,
      end_date: projects.endDate,
      created_at: projects.createdAt,
    },
  },
  'time-entries': {
    table: timeEntries,
    joins: [
      [projects, itsProject(timeEntries)],
      [clients, itsClient],
    ],
    columns: {
      date: timeEntries.date,
      hours: timeEntries.hours,
      is_billable: timeEntries.isBillable,
      description: timeEntries.description,
      project_id: timeEntries.projectId,
      project_name: projects.name,
      client_name: clients.name,
      created_at: timeEntries.createdAt,
    },
  },
  invoices: {
    table: invoices,
    columns: {
      number: invoices.number,
      status: invoices.status,
      client_id: invoices.clientId,
      client_name: invoices.clientName,
      project_id: invoices.projectId,
      project_name: invoices.projectName,
      approval_status: invoices.approvalStatus,
      client_notes: invoices.clientNotes,
      issue_date: invoices.issueDate,
      due_date: invoices.dueDate,
      paid_on: invoices.paidOn,
      tax_rate: invoices.taxRate,
      subtotal: invoices.subtotal,
      tax_amount: invoices.taxAmount,
      total: invoices.total,
      notes: invoices.notes,
      created_at: invoices.createdAt,
    },
  },
  'invoice-items': {
    table: invoiceItems,
    joins: [[invoices, itsInvoice]],
    columns: {
      invoice_id: invoiceItems.invoiceId,
      number: invoices.number,
      description: invoiceItems.description,
      quantity: invoiceItems.quantity,
      rate: invoiceItems.rate,
      amount: invoiceItems.amount,
    },
  },
  expenses: {
    table: expenses,
    joins: [[projects, itsProject(expenses)]],
    columns: {
      date: expenses.date,
      category: expenses.category,
      description: expenses.description,
      amount: expenses.amount,
      is_billable: expenses.isBillable,
      project_id: expenses.projectId,
      project_name: projects.name,
      created_at: expenses.createdAt,
    },
  },
  milestones: {
    table: milestones,
    joins: [[projects, itsProject(milestones)]],
    columns: {
      project_id: milestones.projectId,
      project_name: projects.name,
      title: milestones.title,
      description: milestones.description,
      due_date: milestones.dueDate,
      status: milestones.status,
      created_at: milestones.createdAt,
    },
  },
  deliverables: {
    table: deliverables,
    joins: [[projects, itsProject(deliverables)]],
    columns: {
      project_id: deliverables.projectId,
      project_name: projects.name,
      title: deliverables.title,
      description: deliverables.description,
      link_url: deliverables.linkUrl,
      file_name: deliverables.fileName,
      status: deliverables.status,
      version: deliverables.version,
      created_at: deliverables.createdAt,
    },
  },
  comments: {
    table: comments,
    joins: [[projects, itsProject(comments)]],
    columns: {
      project_id: comments.projectId,
      project_name: projects.name,
      author_type: comments.authorType,
      author_name: comments.authorName,
      content: comments.content,
      is_internal: comments.isInternal,
      created_at: comments.createdAt,
    },
  },
  decisions: {
    table: decisions,
    columns: {
      invoice_id: decisions.invoiceId,
      deliverable_id: decisions.deliverableId,
      version: decisions.version,
      client_name: decisions.clientName,
      decision: decisions.decision,
      feedback: decisions.feedback,
      decided_at: decisions.decidedAt,
    },
  },
  activity: {
    table: activities,
    joins: [[comments, itsComment]],
    columns: {
      type: activities.type,
      data: activities.data,
      comment: comments.content,
      date: activities.createdAt,
    },
  },
}

/** A page of a noun's rows behind the row `after`, by their number. */
export function readPage(
  db: Db,
  accountId: AccountId,
  noun: ExportedNoun,
  { after, limit }: { after: number; limit: number },
): Promise<Row[]> {
  const { table, columns, joins = [] } = SOURCES[noun]
  const query = db
    .select({ id: table.id, ...columns })
    .from(table)
    .where(and(eq(table.accountId, accountId), gt(table.id, after)))
    .orderBy(asc(table.id))
    .limit(limit)
    .$dynamic()
  for (const [joined, on] of joins) query.leftJoin(joined, on)
  return query as unknown as Promise<Row[]>
}

export interface ExportedFile {
  deliverableId: number
  /** Null for the working copy. */
  version: number | null
  name: string
  sha256: string
}

/** What was uploaded: as it was submitted, and the working copy where that has another file than the last version. */
export async function listFiles(db: Db, accountId: AccountId): Promise<ExportedFile[]> {
  const { rows } = await db.execute<{ id: string; version: number | null; name: string; sha256: string }>(sql`
    select deliverable_id as id, version, file_name as name, file_sha256 as sha256
    from ${deliverableVersions}
    where account_id = ${accountId} and file_sha256 is not null
    union all
    select id, null, file_name, file_sha256
    from ${deliverables} working
    where account_id = ${accountId} and file_sha256 is not null and not exists (
      select from ${deliverableVersions} last
      where last.account_id = working.account_id and last.deliverable_id = working.id
        and last.version = working.version and last.file_sha256 = working.file_sha256
        and last.file_name = working.file_name
    )
    order by 1, 2`)
  return rows.map(({ id, ...file }) => ({ deliverableId: Number(id), ...file }))
}
