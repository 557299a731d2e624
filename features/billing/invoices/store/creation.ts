import { type Selectable, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { Totals } from '#core/document-lines.ts'
import { foldCase } from '#core/text.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { invoiceNumber } from '../rules/status.ts'
import type { InvoicesTable } from '../table.ts'

/** The totals of an invoice, its currency, and what it comes to in the home currency. */
export type Valuation = Totals & Pick<InvoicesTable, 'currency' | 'exchange_rate' | 'home_total'>

/** The freelancer's decisions about an invoice besides its items. */
export type InvoiceTerms = Pick<
  Selectable<InvoicesTable>,
  | 'issue_date'
  | 'due_date'
  | 'service_from'
  | 'service_to'
  | 'tax_category'
  | 'tax_rate'
  | 'discount_percent'
  | 'notes'
>

export const termsRow = (terms: InvoiceTerms) => ({
  issue_date: terms.issue_date,
  due_date: terms.due_date,
  service_from: terms.service_from,
  service_to: terms.service_to,
  tax_category: terms.tax_category,
  tax_rate: terms.tax_rate,
  discount_percent: terms.discount_percent,
  notes: terms.notes,
})

/** The client and project of an invoice. */
export interface Recipient {
  prefix: string
  number: number | null
  client: { id: number; name: string }
  project: { id: number; name: string } | null
}

export const recipientRow = ({ prefix, number, client, project }: Recipient) => ({
  client_id: client.id,
  client_name: client.name,
  project_id: project?.id ?? null,
  project_name: project?.name ?? null,
  search: foldCase([invoiceNumber(number, prefix), client.name].join('\n')),
})

interface NewInvoice extends Recipient {
  year: number
  terms: InvoiceTerms
  valuation: Valuation
  /** The recurring invoice that made it, and for which date. */
  origin: { recurring_invoice_id: number; recurring_date: DateOnly } | null
  created_at: Date
}

export async function insertInvoice(
  db: Db,
  accountId: AccountId,
  { year, terms, valuation, origin, created_at, ...recipient }: NewInvoice,
): Promise<number> {
  const { id } = await db
    .insertInto('invoices')
    .values({
      account_id: accountId,
      prefix: recipient.prefix,
      number: recipient.number,
      number_year: year,
      ...recipientRow(recipient),
      ...termsRow(terms),
      ...valuation,
      ...origin,
      status: 'draft',
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The ids of all invoices that a recurring invoice has made. */
export async function listMadeBy(db: Db, accountId: AccountId, recurringId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('recurring_invoice_id', '=', recurringId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function markMadeBy(
  db: Db,
  accountId: AccountId,
  recurringId: number,
  ids: number[],
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ recurring_invoice_id: recurringId })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}
