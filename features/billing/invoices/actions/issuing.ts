import { settle } from '#features/billing/payments/actions/ledger.ts'
import { addUnreadForClient } from '#features/engagement/notifications/actions/unread.ts'
import { rateFor } from '#features/foundation/currencies/actions.ts'
import type { Context } from '#server/context.ts'
import type { Invoice, InvoiceStatus } from '../contract/invoice.ts'
import { contentToSend } from '../rules/sent-content.ts'
import { keepSentContent, markSent, updateInvoice } from '../store/changes.ts'
import { askForApproval, resetApprovalIfChanged } from './approval.ts'
import { freezeDetails } from './freezing.ts'
import { getInvoice, type LockedInvoice, record } from './invoice.ts'
import { sealIfIssued } from './sealing.ts'
import { requireValued, valued } from './totals.ts'

/** Marks an invoice as sent, for the first time or again. The client sees it in the portal and is asked for approval. */
export async function issueInvoice(
  tx: Context,
  before: LockedInvoice,
  exchangeRate: number | null,
): Promise<Invoice> {
  const { db, accountId } = tx
  const { id, status } = before
  await requireRate(tx, before, exchangeRate)
  await markSent(db, accountId, id, status === 'draft' ? await statusOnceSent(tx, before) : status, tx.now)
  await freezeDetails(tx, before, 'sent')
  await askForApproval(tx, before)
  await resetApprovalIfChanged(tx, before)
  await record(tx, 'invoice.sent', await sealIfIssued(tx, before))
  await addUnreadForClient(tx, { client_id: before.client_id, invoice_id: id })
  const sent = await getInvoice(tx, id)
  await keepSentContent(db, accountId, id, contentToSend(sent))
  return { ...sent, changes_since_sent: [] }
}

/** Earlier payments may cover the whole invoice, and an invoice of zero needs none. */
async function statusOnceSent(tx: Context, draft: LockedInvoice): Promise<InvoiceStatus> {
  if (!draft.has_payments && draft.total > 0) return 'sent'
  const { status } = await settle(tx, { ...draft, status: 'sent' })
  return status
}

/** A draft may get its exchange rate at the last moment. */
async function requireRate(tx: Context, before: LockedInvoice, exchangeRate: number | null): Promise<void> {
  if (before.status !== 'draft' || exchangeRate === null) return requireValued(tx, before)
  const { currency, subtotal, discount_amount, tax_amount, total } = before
  const rate = await rateFor(tx, currency, exchangeRate)
  const valuation = valued(tx, { subtotal, discount_amount, tax_amount, total }, currency, rate)
  await updateInvoice(tx.db, tx.accountId, before.id, before, valuation)
}
