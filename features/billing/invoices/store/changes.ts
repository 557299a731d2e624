import type { Selectable } from 'kysely'
import type { Totals } from '#core/document-lines.ts'
import type { Settlement } from '#features/billing/payments/rules/ledger.ts'
import type { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { InvoiceStatus } from '../contract/invoice.ts'
import type { SentContent } from '../rules/sent-content.ts'
import { isUnbooked } from '../rules/status.ts'
import type { InvoicesTable } from '../table.ts'
import { type InvoiceTerms, type Recipient, recipientRow, termsRow, type Valuation } from './creation.ts'

const update = (db: Db, accountId: AccountId, id: number) =>
  db.updateTable('invoices').where('account_id', '=', accountId).where('id', '=', id)

export async function setRecipient(
  db: Db,
  accountId: AccountId,
  id: number,
  recipient: Recipient,
): Promise<void> {
  await update(db, accountId, id).set(recipientRow(recipient)).execute()
}

const settlementRow = (settlement: Settlement) => ({
  status: settlement.status,
  ...(!isUnbooked(settlement.status) && { was_issued: true }),
  amount_paid: settlement.amount_paid,
  home_paid: settlement.home_paid,
  written_off: settlement.written_off,
  home_written_off: settlement.home_written_off,
  overpaid: settlement.overpaid,
  paid_on: settlement.paid_on,
})

export async function updateInvoice(
  db: Db,
  accountId: AccountId,
  id: number,
  terms: InvoiceTerms & Settlement & Pick<Selectable<InvoicesTable>, 'reminders_enabled' | 'cancelled_on'>,
  valuation: Valuation,
): Promise<void> {
  await update(db, accountId, id)
    .set({
      ...settlementRow(terms),
      ...termsRow(terms),
      reminders_enabled: terms.reminders_enabled,
      cancelled_on: terms.cancelled_on,
      ...valuation,
      version: nextVersion,
    })
    .execute()
}

export async function setCredit(
  db: Db,
  accountId: AccountId,
  id: number,
  {
    credited,
    home_credited,
    cancelled_on,
    ...settlement
  }: Settlement & Pick<Selectable<InvoicesTable>, 'credited' | 'home_credited' | 'cancelled_on'>,
): Promise<void> {
  await update(db, accountId, id)
    .set({ credited, home_credited, cancelled_on, ...settlementRow(settlement), version: nextVersion })
    .execute()
}

/** Returns the invoice's new version. */
export async function updateTotals(
  db: Db,
  accountId: AccountId,
  id: number,
  {
    subtotal,
    discount_amount,
    tax_amount,
    total,
    home_total,
    ...settlement
  }: Totals & Pick<InvoicesTable, 'home_total'> & Settlement,
): Promise<number> {
  const { version } = await update(db, accountId, id)
    .set({
      subtotal,
      discount_amount,
      tax_amount,
      total,
      home_total,
      ...settlementRow(settlement),
      version: nextVersion,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Sets the present approval; earlier decisions stay recorded. Returns the invoice's new version. */
export async function setApproval(
  db: Db,
  accountId: AccountId,
  id: number,
  status: ApprovalStatus | null,
  decided?: { at: Date; notes: string },
): Promise<number> {
  const { version } = await update(db, accountId, id)
    .set({
      approval_status: status,
      client_notes: decided?.notes ?? '',
      approved_at: status === 'approved' ? (decided?.at ?? null) : null,
      rejected_at: status === 'rejected' ? (decided?.at ?? null) : null,
      version: nextVersion,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function markSent(
  db: Db,
  accountId: AccountId,
  id: number,
  status: InvoiceStatus,
  now: Date,
): Promise<void> {
  await update(db, accountId, id)
    .set({ status, sent_at: now, was_issued: true, version: nextVersion })
    .execute()
}

export async function keepSentContent(
  db: Db,
  accountId: AccountId,
  id: number,
  content: SentContent,
): Promise<void> {
  await update(db, accountId, id)
    .set({ sent_content: JSON.stringify(content) })
    .execute()
}

/** Counts as a change of the invoice. */
export async function touchInvoice(db: Db, accountId: AccountId, id: number): Promise<void> {
  await update(db, accountId, id).set({ version: nextVersion }).execute()
}
