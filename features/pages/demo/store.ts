import { sql } from 'kysely'
import type { DocumentLine } from '#core/document-lines.ts'
import { invoiceNumber, isUnbooked, snapshotOf } from '#features/billing/invoices/rules.ts'
import type { TourStatus } from '#features/pages/tour/contract.ts'
import { newToken } from '#server/crypto/tokens.ts'
import type { Db } from '#server/database/database.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { at, type DemoActivity, type DemoBooks } from './rules/books.ts'
import type { DemoMail } from './rules/mails.ts'
import type { DemoDecision, DemoPortal } from './rules/portal.ts'
import { byInstant } from './rules/units.ts'

interface State {
  sample: boolean
  any: boolean
  tour: TourStatus
}

/** What decides whether sample data and the tour of it are offered. */
export async function findState(db: Db, accountId: AccountId): Promise<State> {
  const { rows } = await sql<State>`
    select
      coalesce((
        select case when finished_at is null then 'started' else 'finished' end from tours where account_id = ${accountId}
      ), 'offered') as tour,
      (exists (select from clients where account_id = ${accountId} and sample)
        or exists (select from projects where account_id = ${accountId} and sample)
        or exists (select from time_entries where account_id = ${accountId} and sample)
        or exists (select from invoices where account_id = ${accountId} and sample)
        or exists (select from expenses where account_id = ${accountId} and sample)
        or exists (select from recurring_expenses where account_id = ${accountId} and sample)
        or exists (select from recurring_invoices where account_id = ${accountId} and sample)) as sample,
      (exists (select from clients where account_id = ${accountId})
        or exists (select from projects where account_id = ${accountId})
        or exists (select from invoices where account_id = ${accountId})
        or exists (select from expenses where account_id = ${accountId})
        or exists (select from recurring_expenses where account_id = ${accountId})
        or exists (select from recurring_invoices where account_id = ${accountId})) as any`.execute(db)
  return rows[0] ?? { sample: false, any: false, tour: 'offered' }
}

/** Locks adding and removing sample data until the transaction ends. */
export async function lockAccount(db: Db, accountId: AccountId): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(db)
}

/**
 * Locks sample clients, projects and invoices until the transaction ends, so that none is adopted meanwhile. In the order in
 * which creating an invoice locks, so before the account.
 */
export async function lockSamples(db: Db, accountId: AccountId): Promise<void> {
  for (const table of ['clients', 'projects', 'invoices']) {
    await sql`select from ${sql.table(table)} where account_id = ${accountId} and sample order by id for update`.execute(
      db,
    )
  }
}

export interface BookIds {
  clients: number[]
  contacts: number[]
  projects: number[]
  invoices: number[]
  /** Of each invoice. */
  items: number[][]
  expenses: number[]
}

/** Inserts the whole year with one statement per table. */
export async function insertBooks(
  db: Db,
  accountId: AccountId,
  books: DemoBooks,
  firstInvoiceNumber: number,
): Promise<BookIds> {
  const clients = books.clients.map(({ archived_at, ...client }) => ({
    ...markedRow(accountId, client),
    archived_at: archived_at === null ? null : new Date(archived_at),
  }))
  const clientIds = idsOf(await db.insertInto('clients').values(clients).returning('id').execute())

  const contacts = books.contacts.map(({ client, created_at, ...contact }) => ({
    ...contact,
    account_id: accountId,
    client_id: at(clientIds, client),
    created_at: new Date(created_at),
  }))
  const contactIds = idsOf(await db.insertInto('contacts').values(contacts).returning('id').execute())

  const projects = books.projects.map(({ client, ...project }) => ({
    ...markedRow(accountId, project),
    client_id: idAt(clientIds, client),
  }))
  const projectIds = idsOf(await db.insertInto('projects').values(projects).returning('id').execute())

  const timeEntries = books.timeEntries.map(({ project, ...entry }) => ({
    ...markedRow(accountId, entry),
    project_id: at(projectIds, project),
  }))
  const entryIds = idsOf(await db.insertInto('time_entries').values(timeEntries).returning('id').execute())

  const invoices = books.invoices.map(({ client, project, items: _, payments: __, number, ...invoice }) => ({
    ...markedRow(accountId, invoice),
    was_issued: !isUnbooked(invoice.status),
    number: firstInvoiceNumber + number - 1,
    client_id: at(clientIds, client),
    project_id: idAt(projectIds, project),
  }))
  const invoiceIds = idsOf(await db.insertInto('invoices').values(invoices).returning('id').execute())

  const payments = books.invoices.flatMap((invoice, place) =>
    invoice.payments.map(({ created_at, ...payment }) => ({
      ...payment,
      account_id: accountId,
      invoice_id: at(invoiceIds, place),
      created_at: new Date(created_at),
    })),
  )
  await db.insertInto('payments').values(payments).execute()

  const items = books.invoices.flatMap((invoice, place) =>
    invoice.items.map(({ work, ...item }, index) => ({
      ...item,
      position: index + 1,
      account_id: accountId,
      invoice_id: at(invoiceIds, place),
      project_id: work ? idAt(projectIds, invoice.project) : null,
      work_kind: work?.kind ?? null,
      work_ids: work?.kind === 'time' ? work.entries.map((entry) => at(entryIds, entry)) : [],
      logged_hours: work?.kind === 'time' ? item.quantity : null,
      fee_project_id: work?.kind === 'fixed_fee' ? idAt(projectIds, invoice.project) : null,
    })),
  )
  const itemIds = idsOf(await db.insertInto('invoice_items').values(items).returning('id').execute())
  await billTime(db, accountId)

  await insertRecurringInvoices(db, accountId, books, clientIds)

  const recurring = books.recurringExpenses.map((row) => markedRow(accountId, row))
  const recurringIds = idsOf(
    await db.insertInto('recurring_expenses').values(recurring).returning('id').execute(),
  )

  const expenses = books.expenses.map(({ project, recurring, receipt: _, ...expense }) => ({
    ...markedRow(accountId, expense),
    project_id: idAt(projectIds, project),
    recurring_expense_id: idAt(recurringIds, recurring),
    recurring_date: recurring === null ? null : expense.date,
  }))
  const expenseIds = idsOf(await db.insertInto('expenses').values(expenses).returning('id').execute())

  return {
    clients: clientIds,
    contacts: contactIds,
    projects: projectIds,
    invoices: invoiceIds,
    items: books.invoices.map((invoice) => itemIds.splice(0, invoice.items.length)),
    expenses: expenseIds,
  }
}

async function insertRecurringInvoices(
  db: Db,
  accountId: AccountId,
  { recurringInvoices }: DemoBooks,
  clientIds: number[],
): Promise<void> {
  const rows = recurringInvoices.map(({ client, items: _, ...recurring }) => ({
    ...markedRow(accountId, recurring),
    client_id: at(clientIds, client),
  }))
  const ids = idsOf(await db.insertInto('recurring_invoices').values(rows).returning('id').execute())
  const items = recurringInvoices.flatMap((recurring, place) =>
    recurring.items.map((item, index) => ({
      ...item,
      account_id: accountId,
      recurring_invoice_id: at(ids, place),
      position: index + 1,
    })),
  )
  await db.insertInto('recurring_invoice_items').values(items).execute()
}

/** Puts the time that lines of sample invoices name on them. A cancelled invoice bills nothing. */
async function billTime(db: Db, accountId: AccountId): Promise<void> {
  await sql`
    update time_entries t set is_billed = true, invoice_item_id = line.id
    from (
      select item.id, unnest(item.work_ids) as entry from invoice_items item
      join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
      where item.account_id = ${accountId} and item.work_kind = 'time' and i.sample and i.status <> 'cancelled'
    ) line
    where t.account_id = ${accountId} and t.id = line.entry`.execute(db)
}

const markedRow = <Row extends { created_at: string }>(
  accountId: AccountId,
  { created_at, ...row }: Row,
) => ({ ...row, account_id: accountId, created_at: new Date(created_at), sample: true })

/** In the order of the rows that were inserted. */
const idsOf = (inserted: { id: number }[]): number[] => inserted.map(({ id }) => id)

const idAt = (ids: number[], place: number | null): number | null => (place === null ? null : at(ids, place))

const SAMPLE_ADDRESS = '203.0.113.24'

/** The stored files of versions, by the index of the version. */
export type VersionFiles = Map<number, StoredFile & { name: string }>

/** The portal link of the client who decides, and those of its contacts. */
export interface AccessIds {
  client: number
  contacts: number[]
}

/** The same for what clients see. */
export async function insertPortal(
  db: Db,
  accountId: AccountId,
  books: DemoBooks,
  portal: DemoPortal,
  ids: BookIds & { access: AccessIds },
  businessName: string,
  files: VersionFiles,
): Promise<void> {
  const milestones = portal.milestones.map(({ project, ...milestone }) => ({
    ...markedRow(accountId, milestone),
    project_id: at(ids.projects, project),
  }))
  await db.insertInto('milestones').values(milestones).execute()

  const deliverables = portal.deliverables.map(({ project, ...deliverable }, place) => ({
    ...markedRow(accountId, deliverable),
    ...fileColumns(files.get(portal.versions.findLastIndex((version) => version.deliverable === place))),
    project_id: at(ids.projects, project),
  }))
  const deliverableIds = idsOf(
    await db.insertInto('deliverables').values(deliverables).returning('id').execute(),
  )

  const versions = portal.versions.map(
    ({ deliverable, client, submitted_at, file: _, ...version }, place) => ({
      ...version,
      ...fileColumns(files.get(place)),
      account_id: accountId,
      deliverable_id: at(deliverableIds, deliverable),
      client_id: at(ids.clients, client),
      submitted_at: new Date(submitted_at),
    }),
  )
  await db.insertInto('deliverable_versions').values(versions).execute()

  const comments = portal.comments.map(({ project, client, ...comment }) => ({
    ...markedRow(accountId, comment),
    project_id: at(ids.projects, project),
    client_id: at(ids.clients, client),
  }))
  const commentIds = idsOf(await db.insertInto('comments').values(comments).returning('id').execute())

  await billFees(db, accountId, books, portal, ids.items, deliverableIds)
  await setApprovals(db, accountId, portal, ids.invoices)
  const notices = portal.paidNotices.map(({ invoice, created_at, ...notice }) => ({
    ...notice,
    account_id: accountId,
    invoice_id: at(ids.invoices, invoice),
    created_at: new Date(created_at),
  }))
  if (notices.length > 0) await db.insertInto('paid_notices').values(notices).execute()

  const requests = portal.lineRequests.map(({ invoice, item, requested_at, ...request }) => ({
    ...request,
    account_id: accountId,
    invoice_id: at(ids.invoices, invoice),
    item_id: at(at(ids.items, invoice), item),
    line: JSON.stringify(lineAt(books, invoice, item)),
    requested_at: new Date(requested_at),
  }))
  await db.insertInto('line_requests').values(requests).execute()

  const decisions = portal.decisions.map(({ on, contact, decided_at, ...decision }) => ({
    ...decision,
    ...decidedOn(on, books, portal, ids, deliverableIds, files),
    ...decidedBy(contact, books, ids.access),
    account_id: accountId,
    decided_at: new Date(decided_at),
    code: newToken(),
    business_name: businessName,
    address: SAMPLE_ADDRESS,
  }))
  await db.insertInto('decisions').values(decisions).execute()

  const unread = portal.unread.map(({ client, project, comment, invoice, created_at }) => ({
    account_id: accountId,
    client_id: at(ids.clients, client),
    project_id: idAt(ids.projects, project),
    comment_id: idAt(commentIds, comment),
    invoice_id: idAt(ids.invoices, invoice),
    created_at: new Date(created_at),
  }))
  await db.insertInto('unread').values(unread).execute()
}

function decidedBy(contact: number | null, { contacts, clients }: DemoBooks, access: AccessIds) {
  if (contact === null) return { portal_access_id: access.client, on_behalf_of: null }
  const { client, name } = at(contacts, contact)
  return {
    portal_access_id: at(access.contacts, contact),
    client_name: name,
    on_behalf_of: at(clients, client).name,
  }
}

function lineAt({ invoices }: DemoBooks, invoice: number, item: number): DocumentLine {
  const { description, quantity, unit, rate, amount } = at(at(invoices, invoice).items, item)
  return { description, quantity, unit, rate, amount }
}

const fileColumns = (file: (StoredFile & { name: string }) | undefined) => ({
  file_sha256: file?.sha256 ?? null,
  file_name: file?.name ?? null,
  file_size: file?.size ?? null,
  file_type: file?.type ?? null,
})

/** Puts the fees that lines of sample invoices name on them. */
async function billFees(
  db: Db,
  accountId: AccountId,
  { invoices }: DemoBooks,
  { deliverables }: DemoPortal,
  itemIds: number[][],
  deliverableIds: number[],
): Promise<void> {
  const fees = invoices.flatMap(({ items }, invoice) =>
    items.flatMap(({ work }, item) => {
      if (work?.kind !== 'deliverable') return []
      const place = deliverables.findIndex(({ title }) => title === work.title)
      const invoice_item_id = at(at(itemIds, invoice), item)
      return [{ id: at(deliverableIds, place), version: at(deliverables, place).version, invoice_item_id }]
    }),
  )
  const billed = sql`jsonb_populate_recordset(null::deliverables, ${JSON.stringify(fees)}) fee`
  await sql`
    update deliverables d set is_billed = true, invoice_item_id = fee.invoice_item_id from ${billed}
    where d.account_id = ${accountId} and d.id = fee.id`.execute(db)
  await sql`
    update invoice_items item set work_ids = array[fee.id], deliverable_version = fee.version from ${billed}
    where item.account_id = ${accountId} and item.id = fee.invoice_item_id`.execute(db)
}

export async function insertMails(
  db: Db,
  accountId: AccountId,
  mails: DemoMail[],
  invoiceIds: number[],
): Promise<void> {
  const rows = mails.map(({ invoice, sent_at, seen_at, ...mail }) => ({
    ...mail,
    account_id: accountId,
    invoice_id: at(invoiceIds, invoice),
    sent_at: new Date(sent_at),
    seen_at: seen_at === null ? null : new Date(seen_at),
  }))
  await db.insertInto('invoice_mails').values(rows).execute()
}

async function setApprovals(
  db: Db,
  accountId: AccountId,
  { approvals }: DemoPortal,
  invoiceIds: number[],
): Promise<void> {
  const rows = approvals.map(({ invoice, ...approval }) => ({ ...approval, id: at(invoiceIds, invoice) }))
  await sql`
    update invoices i set approval_status = a.approval_status, client_notes = a.client_notes,
      approved_at = a.approved_at, rejected_at = a.rejected_at, sent_at = a.sent_at
    from jsonb_populate_recordset(null::invoices, ${JSON.stringify(rows)}) a
    where i.account_id = ${accountId} and i.id = a.id`.execute(db)
}

/** What was decided on, as a decision in the portal stores it. */
function decidedOn(
  on: DemoDecision['on'],
  books: DemoBooks,
  portal: DemoPortal,
  ids: BookIds,
  deliverableIds: number[],
  files: VersionFiles,
) {
  if ('version' in on) {
    const { deliverable, client, file: _, ...version } = at(portal.versions, on.version)
    const file = files.get(on.version)
    return {
      subject_type: 'deliverable' as const,
      subject_id: at(deliverableIds, deliverable),
      version: version.version,
      client_id: at(ids.clients, client),
      client_name: at(books.clients, client).name,
      content: JSON.stringify({
        ...version,
        project_name: at(books.projects, at(portal.deliverables, deliverable).project).name,
        file: file ?? null,
        file_url: version.link_url,
      }),
      ...fileColumns(file),
    }
  }
  const invoice = at(books.invoices, on.invoice)
  const itemIds = at(ids.items, on.invoice)
  const lines = portal.lineRequests
    .filter((request) => request.invoice === on.invoice)
    .map(({ item, note }) => ({ item_id: at(itemIds, item), note }))
  return {
    subject_type: 'invoice' as const,
    subject_id: at(ids.invoices, on.invoice),
    client_id: at(ids.clients, invoice.client),
    client_name: invoice.client_name,
    content: JSON.stringify({
      ...snapshotOf({
        ...invoice,
        invoice_number: invoiceNumber(invoice.number),
        items: invoice.items.map((item, index) => ({ ...item, id: at(itemIds, index) })),
      }),
      ...(lines.length > 0 && { line_requests: lines }),
    }),
  }
}

export interface StoredReceipt {
  expenseId: number
  name: string
  file: StoredFile
  createdAt: Date
}

export async function insertReceipts(db: Db, accountId: AccountId, receipts: StoredReceipt[]): Promise<void> {
  const rows = receipts.map(({ expenseId, name, file, createdAt }) => ({
    account_id: accountId,
    expense_id: expenseId,
    file_sha256: file.sha256,
    file_name: name,
    file_size: file.size,
    file_type: file.type,
    created_at: createdAt,
  }))
  await db.insertInto('expense_receipts').values(rows).execute()
}

/** Inserted in order, since activities are listed by id. */
export async function insertActivities(db: Db, accountId: AccountId, lines: DemoActivity[]): Promise<void> {
  const rows = lines
    .toSorted(byInstant)
    .map(({ actor, event: { type, ...data }, created_at }) =>
      markedRow(accountId, { type, actor, data: JSON.stringify(data), created_at }),
    )
  await db.insertInto('activities').values(rows).execute()
}

/**
 * Comments and decisions of a sample client are removed with their subject, versions with their deliverable, receipts with their
 * expense, line requests and the log of mails with their invoice, and contacts and portal links with their client. A rate is
 * forgotten if nothing is left that used it.
 */
export async function removeSamples(db: Db, accountId: AccountId): Promise<void> {
  for (const table of ['time_entries', 'expenses', 'deliverables', 'milestones']) {
    await sql`
      update ${sql.table(table)} w set is_billed = false, invoice_item_id = null
      from invoice_items item join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
      where w.account_id = ${accountId} and item.account_id = ${accountId} and item.id = w.invoice_item_id
        and i.sample`.execute(db)
  }
  await sql`
    delete from invoice_items item using invoices i
    where item.account_id = ${accountId} and i.account_id = ${accountId} and i.id = item.invoice_id
      and i.sample`.execute(db)
  await sql`
    delete from payments p using invoices i
    where p.account_id = ${accountId} and i.account_id = ${accountId} and i.id = p.invoice_id and i.sample`.execute(
    db,
  )
  await sql`
    delete from decisions d using invoices i
    where d.account_id = ${accountId} and i.account_id = ${accountId} and d.subject_type = 'invoice'
      and i.id = d.subject_id and i.sample`.execute(db)
  for (const table of MARKED) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and sample`.execute(db)
  }
  await sql`
    delete from exchange_rates r where r.account_id = ${accountId}
      and not exists (select from invoices i where i.account_id = ${accountId} and i.currency = r.currency)
      and not exists (select from expenses e where e.account_id = ${accountId} and e.currency = r.currency)`.execute(
    db,
  )
}

const MARKED = [
  'activities',
  'comments',
  'deliverables',
  'milestones',
  // Before the expenses, so that the job adds none in between.
  'recurring_expenses',
  'expenses',
  'time_entries',
  'recurring_invoices',
  'invoices',
  'projects',
  'clients',
]

export async function highestInvoiceNumber(db: Db, accountId: AccountId): Promise<number> {
  const { highest } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.max('number').as('highest'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return highest ?? 0
}
