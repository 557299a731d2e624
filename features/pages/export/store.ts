import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ExportedNoun } from './rules/nouns.ts'
import type { ExportedRow } from './rules/rows.ts'

const itsProject = sql`left join projects p on p.account_id = row.account_id and p.id = row.project_id`

/** The client of an expense: that of its project, else its own. */
const forWhom = sql`row.*, p.name as project_name, c.id as client_id, c.name as client_name`
const itsProjectAndClient = sql`${itsProject}
  left join clients c on c.account_id = row.account_id and c.id = coalesce(row.client_id, p.client_id)`

/** The invoice that bills a record. */
const itsInvoice = sql`
  left join invoice_items line on line.account_id = row.account_id and line.id = row.invoice_item_id
  left join invoices i on i.account_id = line.account_id and i.id = line.invoice_id`

/** The rows of each noun. Only the columns that `rules.ts` names are exported. */
const SOURCES: Record<ExportedNoun, RawBuilder<unknown>> = {
  clients: sql`row.*, array_to_string(row.cc_emails, ', ') as cc_emails from clients row`,
  contacts: sql`
    row.*, c.name as client_name
    from (select * from contacts where removed_at is null) row
    left join clients c on c.account_id = row.account_id and c.id = row.client_id`,
  projects: sql`
    row.*, c.name as client_name
    from projects row left join clients c on c.account_id = row.account_id and c.id = row.client_id`,
  'time-entries': sql`
    row.*, p.name as project_name, p.currency, c.name as client_name, i.invoice_number
    from time_entries row ${itsProject} left join clients c on c.account_id = p.account_id and c.id = p.client_id
    ${itsInvoice}`,
  invoices: sql`row.* from invoices row`,
  'invoice-items': sql`
    row.*, i.invoice_number, i.currency
    from invoice_items row left join invoices i on i.account_id = row.account_id and i.id = row.invoice_id`,
  'credit-notes': sql`
    row.*, i.invoice_number, i.client_name, i.currency
    from credit_notes row join invoices i on i.account_id = row.account_id and i.id = row.invoice_id`,
  'credit-note-items': sql`
    row.*, i.currency
    from credit_note_items row
    join credit_notes n on n.account_id = row.account_id and n.id = row.credit_note_id
    join invoices i on i.account_id = n.account_id and i.id = n.invoice_id`,
  'document-files': sql`
    row.*, coalesce(i.invoice_number, n.credit_note_number) || case row.format
      when 'pdf' then '.pdf' else '-' || row.format || '.xml' end as file_name
    from document_files row
    left join invoices i on i.account_id = row.account_id and i.id = row.invoice_id
    left join credit_notes n on n.account_id = row.account_id and n.id = row.credit_note_id`,
  'document-chain': sql`row.* from document_chain row`,
  payments: sql`
    row.*, i.invoice_number, i.currency
    from payments row left join invoices i on i.account_id = row.account_id and i.id = row.invoice_id`,
  expenses: sql`${forWhom}, i.invoice_number from expenses row ${itsProjectAndClient} ${itsInvoice}`,
  // Without the thumbnail.
  receipts: sql`
    row.id, row.expense_id, row.file_name, row.file_size, row.file_type, row.file_sha256, row.created_at
    from expense_receipts row`,
  'recurring-expenses': sql`${forWhom} from recurring_expenses row ${itsProjectAndClient}`,
  'recurring-invoices': sql`
    row.*, c.name as client_name, p.name as project_name
    from recurring_invoices row ${itsProject}
    left join clients c on c.account_id = row.account_id and c.id = row.client_id`,
  'recurring-invoice-items': sql`
    row.*, r.currency
    from recurring_invoice_items row
    left join recurring_invoices r on r.account_id = row.account_id and r.id = row.recurring_invoice_id`,
  milestones: sql`
    row.*, p.name as project_name, p.currency, i.invoice_number from milestones row ${itsProject} ${itsInvoice}`,
  deliverables: sql`
    row.*, p.name as project_name, p.currency, i.invoice_number, exists (
      select from deliverable_versions last
      where last.account_id = row.account_id and last.deliverable_id = row.id and last.version = row.version
        and last.file_sha256 = row.file_sha256 and last.file_name = row.file_name
    ) as file_is_submitted
    from deliverables row ${itsProject} ${itsInvoice}`,
  comments: sql`row.*, p.name as project_name from comments row ${itsProject}`,
  // Without `content`, which contains whole invoices.
  decisions: sql`
    row.id, case when row.subject_type = 'invoice' then row.subject_id end as invoice_id,
    case when row.subject_type = 'deliverable' then row.subject_id end as deliverable_id,
    row.version, row.client_name, row.on_behalf_of, row.decision, row.feedback, row.decided_at, row.address,
    row.account_id || '.' || row.code as certificate, row.file_name, row.file_sha256
    from decisions row`,
  // As text, which a spreadsheet shows too.
  changes: sql`
    row.id, row.subject, row.subject_id, row.record, row.record_id, row.before::text, row.after::text, row.actor, row.created_at
    from changes row`,
  activity: sql`
    row.*, row.created_at as date, c.content as comment
    from activities row left join comments c
    on c.account_id = row.account_id and c.id = (row.data->'comment'->>'id')::bigint`,
  // Without the keys.
  passkeys: sql`row.id, row.name, row.is_backed_up, row.created_at, row.last_used_at from passkeys row`,
}

/** A page of a noun's rows after the id `after`. */
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

export interface DeliverableFile {
  deliverable_id: number
  /** Null for the working copy. */
  version: number | null
  name: string
  sha256: string
}

/** Files of submitted versions after the version `after`. */
export async function readVersionFiles(
  db: Db,
  accountId: AccountId,
  { after, limit }: { after: { deliverable_id: number; version: number }; limit: number },
) {
  const { rows } = await sql<DeliverableFile & { version: number }>`
    select deliverable_id, version, file_name as name, file_sha256 as sha256
    from deliverable_versions
    where account_id = ${accountId} and (deliverable_id, version) > (${after.deliverable_id}, ${after.version})
      and file_sha256 is not null
    order by deliverable_id, version limit ${limit}`.execute(db)
  return rows
}

/** Reads one state of the database, whatever is written meanwhile. */
export const inSnapshot = <Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
