import { sql } from 'kysely'
import { fromTenThousandths, toSeconds } from '#core/units.ts'
import { invoiceNumber, isUnbooked } from '#features/billing/invoices/rules/status.ts'
import type { ActivitySubject } from '#features/foundation/activity/contract.ts'
import type { RecordedEvent } from '#features/foundation/activity/rules/events.ts'
import type { Db } from '#server/database/database.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { at, type DemoActivity, type DemoBooks } from '../rules/books.ts'
import type { DemoMail } from '../rules/mails.ts'
import { byInstant } from '../rules/units.ts'

export interface BookIds {
  clients: number[]
  contacts: number[]
  projects: number[]
  invoices: number[]
  /** Items of each invoice. */
  items: number[][]
  timeEntries: number[]
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
    ...rowOf(accountId, client),
    archived_at: archived_at === null ? null : new Date(archived_at),
  }))
  const clientIds = idsOf(await db.insertInto('clients').values(clients).returning('id').execute())

  const contacts = books.contacts.map(({ client, ...contact }) => ({
    ...rowOf(accountId, contact),
    client_id: at(clientIds, client),
  }))
  const contactIds = idsOf(await db.insertInto('contacts').values(contacts).returning('id').execute())

  const projects = books.projects.map(({ client, ...project }) => ({
    ...rowOf(accountId, project),
    client_id: idAt(clientIds, client),
  }))
  const projectIds = idsOf(await db.insertInto('projects').values(projects).returning('id').execute())

  const timeEntries = books.timeEntries.map(({ project, ...entry }) => ({
    ...rowOf(accountId, entry),
    project_id: at(projectIds, project),
  }))
  const entryIds = idsOf(await db.insertInto('time_entries').values(timeEntries).returning('id').execute())

  const invoices = books.invoices.map(({ client, project, items: _, payments: __, number, ...invoice }) => ({
    ...rowOf(accountId, invoice),
    was_issued: !isUnbooked(invoice.status),
    number: firstInvoiceNumber + number - 1,
    client_id: at(clientIds, client),
    project_id: idAt(projectIds, project),
  }))
  const invoiceIds = idsOf(await db.insertInto('invoices').values(invoices).returning('id').execute())

  const payments = books.invoices.flatMap((invoice, place) =>
    invoice.payments.map((payment) => ({
      ...rowOf(accountId, payment),
      invoice_id: at(invoiceIds, place),
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
      logged_hours: work?.kind === 'time' ? toSeconds(fromTenThousandths(item.quantity)) : null,
      fee_project_id: work?.kind === 'fixed_fee' ? idAt(projectIds, invoice.project) : null,
    })),
  )
  const itemIds = idsOf(await db.insertInto('invoice_items').values(items).returning('id').execute())
  await billTime(db, accountId)

  await insertRecurringInvoices(db, accountId, books, clientIds)

  const recurring = books.recurringExpenses.map((row) => rowOf(accountId, row))
  const recurringIds = idsOf(
    await db.insertInto('recurring_expenses').values(recurring).returning('id').execute(),
  )

  const expenses = books.expenses.map(({ project, recurring, receipt: _, ...expense }) => ({
    ...rowOf(accountId, expense),
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
    timeEntries: entryIds,
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
    ...rowOf(accountId, recurring),
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

/** Puts the time that lines of invoices name on them. A cancelled invoice bills nothing. */
async function billTime(db: Db, accountId: AccountId): Promise<void> {
  await sql`
    update time_entries t set is_billed = true, invoice_item_id = line.id
    from (
      select item.id, unnest(item.work_ids) as entry from invoice_items item
      join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
      where item.account_id = ${accountId} and item.work_kind = 'time' and i.status <> 'cancelled'
    ) line
    where t.account_id = ${accountId} and t.id = line.entry`.execute(db)
}

export const rowOf = <Row extends { created_at: string }>(
  accountId: AccountId,
  { created_at, ...row }: Row,
) => ({ ...row, account_id: accountId, created_at: new Date(created_at) })

/** In the order of the rows that were inserted. */
export const idsOf = (inserted: { id: number }[]): number[] => inserted.map(({ id }) => id)

export const idAt = (ids: number[], place: number | null): number | null =>
  place === null ? null : at(ids, place)

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
export async function insertActivities(
  db: Db,
  accountId: AccountId,
  lines: DemoActivity[],
  books: DemoBooks,
  ids: BookIds,
): Promise<void> {
  const rows = lines.toSorted(byInstant).map(({ actor, event, created_at, work }) => {
    const { type, ...data } = event
    const subject = work ? workIn(ids, work) : subjectIn(books, ids, event)
    return rowOf(accountId, {
      type,
      actor,
      data: JSON.stringify(data),
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      created_at,
    })
  })
  await db.insertInto('activities').values(rows).execute()
}

const workIn = (ids: BookIds, { type, place }: NonNullable<DemoActivity['work']>): ActivitySubject => ({
  type,
  id: at(type === 'time_entry' ? ids.timeEntries : ids.expenses, place),
})

/** The record that an event names. */
function subjectIn(
  { clients, projects, invoices }: DemoBooks,
  ids: BookIds,
  event: RecordedEvent,
): ActivitySubject | null {
  if ('invoice' in event) {
    const { invoice_number } = event.invoice
    const place = invoices.findIndex(({ number }) => invoiceNumber(number) === invoice_number)
    return { type: 'invoice', id: at(ids.invoices, place) }
  }
  if ('project' in event) {
    const place = projects.findIndex(({ name }) => name === event.project.name)
    return { type: pageOf(event), id: at(ids.projects, place) }
  }
  if (!('client' in event)) return null
  const place = clients.findIndex(({ name }) => name === event.client.name)
  return { type: 'client', id: at(ids.clients, place) }
}

function pageOf(event: RecordedEvent): ActivitySubject['type'] {
  if ('comment' in event) return 'project_comments'
  if ('deliverable' in event) return 'project_deliverables'
  return 'milestone' in event ? 'project_milestones' : 'project'
}
