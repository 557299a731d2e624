import { z } from 'zod'
import { formatDate } from '#core/format.ts'
import { chainDocument } from '#features/billing/document-chain/actions.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { lockNumbers, profileOf, takeNumber } from '#features/foundation/business/actions.ts'
import { seriesAt } from '#features/foundation/business/rules.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { declareJob } from '#server/jobs/job.ts'
import { issuedContent } from '../rules/issued-content.ts'
import {
  type Alternative,
  isFixed,
  isSealed,
  isToBeSealed,
  outOfOrderMessage,
  sealedMessage,
} from '../rules/sealing.ts'
import { isUnbooked } from '../rules/status.ts'
import * as store from '../store/sealing.ts'
import { getInvoice, type LockedInvoice, lockInvoice } from './invoice.ts'

/** Renders the PDF and the XMLs of a sealed invoice, and keeps them. */
export const keepDocuments = declareJob({
  name: 'keep-sealed-documents',
  data: z.object({ invoiceId: z.int() }),
})

/**
 * Seals a locked invoice that was sent, approved or paid, if issued invoices are final. Call it before the activity is
 * recorded, since the seal assigns the number. Returns the invoice as it is then.
 */
export async function sealIfIssued(tx: Context, before: LockedInvoice): Promise<LockedInvoice> {
  if (!mayNeedSeal(before)) return before
  const invoice = await lockInvoice(tx, before.id)
  if (isUnbooked(invoice.status)) return invoice
  const { approval_required } = await getClient(tx, invoice.client_id)
  const isProposal = invoice.issued_is_final && !isToBeSealed({ ...invoice, approval_required })
  return isProposal ? invoice : seal(tx, invoice)
}

/** Seals a locked invoice that is about to be paid. */
export const sealToBePaid = async (tx: Context, invoice: LockedInvoice): Promise<LockedInvoice> =>
  mayNeedSeal(invoice) && !isUnbooked(invoice.status) ? seal(tx, invoice) : invoice

/** One that was created without a number also needs one where invoices are no longer final. */
const mayNeedSeal = (invoice: LockedInvoice): boolean =>
  !isSealed(invoice) && (invoice.issued_is_final || invoice.number === null)

async function seal(tx: Context, invoice: LockedInvoice): Promise<LockedInvoice> {
  const { id, issued_is_final } = invoice
  const numbered = invoice.number === null ? await withNumber(tx, invoice) : null
  await store.sealInvoice(tx.db, tx.accountId, id, {
    numbered,
    client_name: invoice.client_name,
    sealed_at: issued_is_final ? tx.now : null,
  })
  const sealed = await lockInvoice(tx, id)
  if (issued_is_final) {
    await chainInvoice(tx, sealed, { numberedEarlier: numbered === null })
    await enqueue(tx, keepDocuments, { invoiceId: id })
  }
  return sealed
}

async function chainInvoice(
  tx: Context,
  { id, prefix, number_year }: LockedInvoice,
  numbering: Parameters<typeof issuedContent>[1],
): Promise<void> {
  const content = issuedContent(await getInvoice(tx, id), numbering)
  await chainDocument(tx, { invoice_id: id }, { prefix, year: number_year }, content)
}

/** The next number, and the dates with which it follows the one before. */
async function withNumber(tx: Context, invoice: LockedInvoice): Promise<store.Numbered> {
  const { invoice_prefix } = await profileOf(tx)
  const series = seriesAt(invoice_prefix, invoice.issue_date)
  await lockNumbers(tx, 'invoice', series)
  const newest = await store.findNewestSealed(tx.db, tx.accountId, series.year)
  const isInOrder = newest === null || newest <= invoice.issue_date
  // A client's approval and a payment count whatever the date is.
  if (!isInOrder && tx.actor.type === 'user') refuseOutOfOrder(newest)
  const issue_date = isInOrder ? invoice.issue_date : newest
  const isDueInTime = invoice.due_date === null || invoice.due_date >= issue_date
  return {
    ...series,
    number: await takeNumber(tx, 'invoice', series),
    issue_date,
    due_date: isDueInTime ? invoice.due_date : issue_date,
  }
}

function refuseOutOfOrder(newest: string): never {
  const { title, advice } = outOfOrderMessage(formatDate(newest))
  throw new Conflict(title, { details: advice })
}

/** Refuses to change what a sealed invoice says. */
export function requireUnsealed(
  invoice: Pick<LockedInvoice, 'sealed_at' | 'credited' | 'invoice_number'>,
  alternative: Alternative = 'correct',
): void {
  if (isFixed(invoice)) refuseSealed(invoice, alternative)
}

export function refuseSealed(
  invoice: Pick<LockedInvoice, 'sealed_at' | 'invoice_number'>,
  alternative: Alternative,
): never {
  const { title, advice } = sealedMessage(invoice, alternative)
  throw new Conflict(title, { code: 'sealed', details: advice, alternative })
}
