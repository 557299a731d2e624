import { sql } from 'kysely'
import type { DocumentLine } from '#core/document-lines.ts'
import { snapshotOf } from '#features/billing/invoices/rules/differences.ts'
import { invoiceNumber } from '#features/billing/invoices/rules/status.ts'
import { newToken } from '#server/crypto/tokens.ts'
import type { Db } from '#server/database/database.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { at, type DemoBooks } from '../rules/books.ts'
import type { DemoDecision, DemoPortal } from '../rules/portal.ts'
import { type BookIds, idAt, idsOf, rowOf } from './books.ts'

const CLIENT_ADDRESS = '203.0.113.24'

/** The stored files of versions, by the index of the version. */
export type VersionFiles = Map<number, StoredFile & { name: string }>

/** The portal link of the client who decides, and those of its contacts. */
export interface AccessIds {
  client: number
  contacts: number[]
}

/** Inserts what clients see and decided. */
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
    ...rowOf(accountId, milestone),
    project_id: at(ids.projects, project),
  }))
  await db.insertInto('milestones').values(milestones).execute()

  const deliverables = portal.deliverables.map(({ project, ...deliverable }, place) => ({
    ...rowOf(accountId, deliverable),
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
    ...rowOf(accountId, comment),
    project_id: at(ids.projects, project),
    client_id: at(ids.clients, client),
  }))
  const commentIds = idsOf(await db.insertInto('comments').values(comments).returning('id').execute())

  await billFees(db, accountId, books, portal, ids.items, deliverableIds)
  await setApprovals(db, accountId, portal, ids.invoices)
  const notices = portal.paidNotices.map(({ invoice, ...notice }) => ({
    ...rowOf(accountId, notice),
    invoice_id: at(ids.invoices, invoice),
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
    address: CLIENT_ADDRESS,
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

/** Puts the fees that lines of invoices name on them. */
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

/** The subject of a decision, as the portal stores it. */
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
