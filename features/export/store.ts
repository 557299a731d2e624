import { and, asc, eq, gt } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { activities } from '#features/activity/table.ts'
import { decisions } from '#features/approvals/table.ts'
import { clients } from '#features/clients/table.ts'
import { comments } from '#features/comments/table.ts'
import { deliverables } from '#features/deliverables/table.ts'
import { expenses } from '#features/expenses/table.ts'
import { invoiceItems, invoices } from '#features/invoices/table.ts'
import { milestones } from '#features/milestones/table.ts'
import { projects } from '#features/projects/table.ts'
import { timeEntries } from '#features/time-entries/table.ts'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/open.ts'
import type { ExportedNoun } from './rules.ts'

type Row = Record<string, unknown> & { id: number }

/** A page of a noun's rows behind the row `after`, by their number. */
type ReadPage = (db: Db, accountId: AccountId, after: number, limit: number) => Promise<Row[]>

type Numbered = PgTable & { accountId: PgColumn; id: PgColumn }

const following = (table: Numbered, accountId: AccountId, after: number) =>
  and(eq(table.accountId, accountId), gt(table.id, after))

const itsProject = (table: Numbered & { projectId: PgColumn }) =>
  and(eq(projects.accountId, table.accountId), eq(projects.id, table.projectId))
const itsClient = and(eq(clients.accountId, projects.accountId), eq(clients.id, projects.clientId))

export const pages: Record<ExportedNoun, ReadPage> = {
  clients: (db, accountId, after, limit) =>
    db
      .select({
        id: clients.id,
        name: clients.name,
        email: clients.email,
        phone: clients.phone,
        company: clients.company,
        address: clients.address,
        notes: clients.notes,
        archived_at: clients.archivedAt,
        created_at: clients.createdAt,
      })
      .from(clients)
      .where(following(clients, accountId, after))
      .orderBy(asc(clients.id))
      .limit(limit),

  projects: (db, accountId, after, limit) =>
    db
      .select({
        id: projects.id,
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
      })
      .from(projects)
      .leftJoin(clients, itsClient)
      .where(following(projects, accountId, after))
      .orderBy(asc(projects.id))
      .limit(limit),

  'time-entries': (db, accountId, after, limit) =>
    db
      .select({
        id: timeEntries.id,
        date: timeEntries.date,
        hours: timeEntries.hours,
        is_billable: timeEntries.isBillable,
        description: timeEntries.description,
        project_id: timeEntries.projectId,
        project_name: projects.name,
        client_name: clients.name,
        created_at: timeEntries.createdAt,
      })
      .from(timeEntries)
      .leftJoin(projects, itsProject(timeEntries))
      .leftJoin(clients, itsClient)
      .where(following(timeEntries, accountId, after))
      .orderBy(asc(timeEntries.id))
      .limit(limit),

  invoices: (db, accountId, after, limit) =>
    db
      .select({
        id: invoices.id,
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
      })
      .from(invoices)
      .where(following(invoices, accountId, after))
      .orderBy(asc(invoices.id))
      .limit(limit),

  'invoice-items': (db, accountId, after, limit) =>
    db
      .select({
        id: invoiceItems.id,
        invoice_id: invoiceItems.invoiceId,
        number: invoices.number,
        description: invoiceItems.description,
        quantity: invoiceItems.quantity,
        rate: invoiceItems.rate,
        amount: invoiceItems.amount,
      })
      .from(invoiceItems)
      .innerJoin(
        invoices,
        and(eq(invoices.accountId, invoiceItems.accountId), eq(invoices.id, invoiceItems.invoiceId)),
      )
      .where(following(invoiceItems, accountId, after))
      .orderBy(asc(invoiceItems.id))
      .limit(limit),

  expenses: (db, accountId, after, limit) =>
    db
      .select({
        id: expenses.id,
        date: expenses.date,
        category: expenses.category,
        description: expenses.description,
        amount: expenses.amount,
        is_billable: expenses.isBillable,
        project_id: expenses.projectId,
        project_name: projects.name,
        created_at: expenses.createdAt,
      })
      .from(expenses)
      .leftJoin(projects, itsProject(expenses))
      .where(following(expenses, accountId, after))
      .orderBy(asc(expenses.id))
      .limit(limit),

  milestones: (db, accountId, after, limit) =>
    db
      .select({
        id: milestones.id,
        project_id: milestones.projectId,
        project_name: projects.name,
        title: milestones.title,
        description: milestones.description,
        due_date: milestones.dueDate,
        status: milestones.status,
        created_at: milestones.createdAt,
      })
      .from(milestones)
      .innerJoin(projects, itsProject(milestones))
      .where(following(milestones, accountId, after))
      .orderBy(asc(milestones.id))
      .limit(limit),

  deliverables: (db, accountId, after, limit) =>
    db
      .select({
        id: deliverables.id,
        project_id: deliverables.projectId,
        project_name: projects.name,
        title: deliverables.title,
        description: deliverables.description,
        link_url: deliverables.linkUrl,
        file_name: deliverables.fileName,
        status: deliverables.status,
        version: deliverables.version,
        created_at: deliverables.createdAt,
      })
      .from(deliverables)
      .innerJoin(projects, itsProject(deliverables))
      .where(following(deliverables, accountId, after))
      .orderBy(asc(deliverables.id))
      .limit(limit),

  comments: (db, accountId, after, limit) =>
    db
      .select({
        id: comments.id,
        project_id: comments.projectId,
        project_name: projects.name,
        author_type: comments.authorType,
        author_name: comments.authorName,
        content: comments.content,
        is_internal: comments.isInternal,
        created_at: comments.createdAt,
      })
      .from(comments)
      .innerJoin(projects, itsProject(comments))
      .where(following(comments, accountId, after))
      .orderBy(asc(comments.id))
      .limit(limit),

  decisions: (db, accountId, after, limit) =>
    db
      .select({
        id: decisions.id,
        invoice_id: decisions.invoiceId,
        deliverable_id: decisions.deliverableId,
        version: decisions.version,
        client_name: decisions.clientName,
        decision: decisions.decision,
        feedback: decisions.feedback,
        decided_at: decisions.decidedAt,
      })
      .from(decisions)
      .where(following(decisions, accountId, after))
      .orderBy(asc(decisions.id))
      .limit(limit),

  activity: (db, accountId, after, limit) =>
    db
      .select({
        id: activities.id,
        type: activities.type,
        title: activities.title,
        description: activities.description,
        date: activities.createdAt,
      })
      .from(activities)
      .where(following(activities, accountId, after))
      .orderBy(asc(activities.id))
      .limit(limit),
}
