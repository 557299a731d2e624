import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ExportedNoun, ExportedRow } from './rules.ts'

const itsProject = sql`left join projects p on p.account_id = row.account_id and p.id = row.project_id`

/** What leaves of each noun, and where it comes from. */
const SOURCES: Record<ExportedNoun, RawBuilder<unknown>> = {
  clients: sql`
    row.id, row.name, row.email, row.phone, row.company, row.address, row.notes, row.archived_at, row.created_at
    from clients row`,
  projects: sql`
    row.id, row.name, row.client_id, c.name as client_name, row.description, row.hourly_rate, row.estimated_hours,
    row.status, row.start_date, row.end_date, row.created_at
    from projects row left join clients c on c.account_id = row.account_id and c.id = row.client_id`,
  'time-entries': sql`
    row.id, row.date, row.hours, row.is_billable, row.description, row.project_id, p.name as project_name,
    c.name as client_name, row.created_at
    from time_entries row ${itsProject} left join clients c on c.account_id = p.account_id and c.id = p.client_id`,
  invoices: sql`
    row.id, row.number, row.status, row.client_id, row.client_name, row.project_id, row.project_name,
    row.approval_status, row.client_notes, row.issue_date, row.due_date, row.paid_on, row.tax_rate, row.subtotal,
    row.tax_amount, row.total, row.notes, row.created_at
    from invoices row`,
  'invoice-items': sql`
    row.id, row.invoice_id, i.number, row.description, row.quantity, row.rate, row.amount
    from invoice_items row left join invoices i on i.account_id = row.account_id and i.id = row.invoice_id`,
  expenses: sql`
    row.id, row.date, row.category, row.description, row.amount, row.is_billable, row.project_id,
    p.name as project_name, row.created_at
    from expenses row ${itsProject}`,
  milestones: sql`
    row.id, row.project_id, p.name as project_name, row.title, row.description, row.due_date, row.status,
    row.created_at
    from milestones row ${itsProject}`,
  deliverables: sql`
    row.id, row.project_id, p.name as project_name, row.title, row.description, row.link_url, row.file_name,
    row.status, row.version, row.created_at
    from deliverables row ${itsProject}`,
  comments: sql`
    row.id, row.project_id, p.name as project_name, row.author_type, row.author_name, row.content,
    row.is_internal, row.created_at
    from comments row ${itsProject}`,
  decisions: sql`
    row.id, row.invoice_id, row.deliverable_id, row.version, row.client_name, row.decision, row.feedback,
    row.decided_at
    from decisions row`,
  activity: sql`
    row.id, row.type, row.data, c.content as comment, row.created_at as date
    from activities row left join comments c
    on c.account_id = row.account_id and c.id = (row.data->'comment'->>'id')::bigint`,
}

/** A page of a noun's rows behind the row `after`, by their number. */
export async function readPage(
  db: Db,
  accountId: AccountId,
  noun: ExportedNoun,
  { after, limit }: { after: number; limit: number },
) {
  const { rows } = await sql<ExportedRow & { id: number }>`
    select ${SOURCES[noun]}
    where row.account_id = ${accountId} and row.id > ${after}
    order by row.id limit ${limit}`.execute(db)
  return rows
}

export interface ExportedFile {
  deliverable_id: number
  /** Null for the working copy. */
  version: number | null
  name: string
  sha256: string
}

/** What was uploaded: as it was submitted, and the working copy where that has another file than the last version. */
export async function listFiles(db: Db, accountId: AccountId): Promise<ExportedFile[]> {
  const { rows } = await sql<ExportedFile>`
    select deliverable_id, version, file_name as name, file_sha256 as sha256
    from deliverable_versions
    where account_id = ${accountId} and file_sha256 is not null
    union all
    select id, null, file_name, file_sha256
    from deliverables working
    where account_id = ${accountId} and file_sha256 is not null and not exists (
      select from deliverable_versions last
      where last.account_id = working.account_id and last.deliverable_id = working.id
        and last.version = working.version and last.file_sha256 = working.file_sha256
        and last.file_name = working.file_name
    )
    order by 1, 2`.execute(db)
  return rows
}
