import { createHash } from 'node:crypto'
import type { Currency } from '#core/currency.ts'
import { type Totals, totalsOf, withAmount } from '#core/document-lines.ts'
import type { IfMatch, Page, PageQuery } from '#core/endpoint.ts'
import { formatLongDate, formatMoney } from '#core/format.ts'
import { fits, fromMinorUnits, MAX_AMOUNT, type MinorUnits, toMinorUnits } from '#core/money.ts'
import { businessOf } from '#features/account/actions.ts'
import { recordActivity } from '#features/activity/actions.ts'
import type { ActivityEvent } from '#features/activity/rules.ts'
import { adopt } from '#features/adoption/actions.ts'
import { recordDecision, refuseSecondDecision, visitorOf } from '#features/approvals/actions.ts'
import type { Verdict } from '#features/approvals/contract.ts'
import { profileOf } from '#features/business/actions.ts'
import type { Profile } from '#features/business/rules.ts'
import { getActiveClient, getClient, requireClient } from '#features/clients/actions.ts'
import { inHomeCurrency, rateFor, rateMissing, requireMinorUnits } from '#features/currencies/actions.ts'
import {
  addPayment,
  type Balance,
  clearPayments,
  listPayments,
  movePayment,
  NOTHING_PAID,
  removePayment,
  settle,
} from '#features/ledger/actions.ts'
import { PAID_IN_FUTURE, type Payment } from '#features/ledger/contract.ts'
import {
  mailClient,
  mailFreelancer,
  type Recipient,
  requireMailable,
  senderName,
} from '#features/notifications/actions.ts'
import { takeNumber } from '#features/numbering/actions.ts'
import { linkForMail } from '#features/portal-access/actions.ts'
import { requireProject } from '#features/projects/actions.ts'
import { requireWithinLimit } from '#features/subscription/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound, ValidationError } from '#server/errors.ts'
import type { Download } from '#server/http/download.ts'
import { isStale, refuseStale } from '#server/http/version.ts'
import { renderPdf } from '#server/pdf/render.ts'
import {
  DUE_TOO_EARLY,
  dueInTime,
  Invoice,
  type InvoiceChange,
  type InvoiceFilter,
  type InvoiceInput,
  type InvoiceItemInput,
  type InvoicePaymentInput,
  type InvoiceStatus,
  type InvoiceSummary,
  type InvoiceSums,
  type ItemRemoval,
  MAX_ITEMS,
  type PaymentList,
  type SavedItem,
  type SendInput,
  type SentInvoice,
  type SummaryFilter,
} from './contract.ts'
import type { ReceiptDocument } from './document.ts'
import { documentOf, dueAfter } from './rules/document.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

export async function listInvoices(
  ctx: Context,
  query: PageQuery & InvoiceFilter,
): Promise<Page<InvoiceSummary>> {
  const { items, next } = await store.listInvoices(ctx.db, ctx.accountId, ctx.today, query)
  return { items: items.map((invoice) => asOf(ctx, invoice)), next }
}

export async function summarizeInvoices(ctx: Context, filter: SummaryFilter): Promise<InvoiceSums> {
  const sums = await store.sumUp(ctx.db, ctx.accountId, ctx.today, filter)
  return { currency: ctx.currency, ...sums }
}

export async function getInvoice(ctx: Context, id: number): Promise<Invoice> {
  const { decisions, ...found } = (await store.findInvoice(ctx.db, ctx.accountId, id)) ?? notFound()
  const invoice = asOf(ctx, found)
  const [last] = decisions
  return {
    ...invoice,
    decisions: decisions.map(({ content, ...decision }) => decision),
    changes_since_decision: last ? rules.differences(last.content, invoice, ctx.locale) : [],
  }
}

interface Stored {
  prefix: string
  number: number
  status: InvoiceStatus
  due_date: string | null
  total: MinorUnits
  amount_paid: MinorUnits
}

/** A stored invoice as it reads today. */
const asOf = <Row extends Stored>({ today, currency }: Context, invoice: Row) => ({
  ...invoice,
  home_currency: currency,
  balance: invoice.total - invoice.amount_paid,
  invoice_number: rules.invoiceNumber(invoice.number, invoice.prefix),
  status: rules.statusAt(today, invoice),
})

export function createInvoice(ctx: Context, input: InvoiceInput): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { client: input.client_id, project: input.project_id })
    await requireWithinLimit(tx, 'invoices')
    const client = await requireClient(tx, input.client_id)
    const project = input.project_id === null ? null : await requireProject(tx, input.project_id)
    if (project && project.client_id !== null && project.client_id !== client.id) {
      refuse('project_id', 'This project belongs to another client')
    }
    const currency = input.currency ?? project?.currency ?? client.currency
    const items = (input.items ?? []).map((item, index) => priced(item, currency, `items.${index}.rate`))
    const amounts = items.map(({ amount }) => amount)
    const profile = await profileOf(tx)
    const terms = termsOf(input, profile, client)
    const totals = totalsThatFit(amounts, terms.tax_rate, 'items', currency)
    const exchange_rate = await rateFor(tx, currency, input.exchange_rate)
    const valuation = valued(tx, totals, currency, exchange_rate)
    const number = await takeNumber(tx, 'invoice')
    const prefix = profile.invoice_prefix
    const invoice = { ...terms, prefix, number, client, project, valuation, created_at: ctx.now }
    const id = await store.insertInvoice(tx.db, ctx.accountId, invoice)
    await store.insertItems(tx.db, ctx.accountId, id, items)
    await record(tx, 'invoice.created', { id, prefix, number, client_name: client.name })
    return getInvoice(tx, id)
  })
}

/** The terms of a new invoice: what was left out is as the client or the profile says. */
const termsOf = (
  { issue_date, due_date, tax_rate, notes }: InvoiceInput,
  profile: Profile,
  client: { payment_terms_days: number | null },
) => ({
  issue_date,
  due_date:
    due_date === undefined
      ? dueAfter(issue_date, client.payment_terms_days ?? profile.payment_terms_days)
      : due_date,
  tax_rate: tax_rate ?? profile.tax_rate,
  notes: notes ?? profile.notes,
})

export function updateInvoice(
  ctx: Context,
  id: number,
  change: InvoiceChange,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: id })
    const before = await lockInvoice(tx, id, ifMatch)
    const after = changed(before, change)
    if (!rules.sameTerms(before, after) && !rules.mayChangeTerms(before.status, after.status)) {
      refuseLocked(before.status)
    }
    if (!dueInTime(after)) refuse('due_date', DUE_TOO_EARLY)
    const valuation = await revalued(tx, before, after, change)
    if (before.status === 'draft' && after.status !== 'draft') requireValued(tx, valuation)
    const settled = await settleAt(tx, { ...before, ...valuation }, after.status, change.paid_on)
    await store.updateInvoice(tx.db, ctx.accountId, id, { ...after, ...settled }, valuation)
    await freezeDetails(tx, before, after.status)
    if (before.status === 'draft' && after.status === 'sent') await askForApproval(tx, before)
    await resetApprovalIfChanged(tx, before)
    if (after.status !== before.status) await record(tx, `invoice.marked_${after.status}`, before)
    const sameDay = after.status !== before.status || settled.paid_on === before.paid_on
    if (!rules.sameTerms(before, after) || after.notes !== before.notes || !sameDay) {
      await record(tx, 'invoice.updated', before)
    }
    return getInvoice(tx, id)
  })
}

/** A document is frozen when it leaves draft. Back in draft, it follows profile and client again. */
async function freezeDetails(
  tx: Context,
  before: { id: number; status: InvoiceStatus },
  after: InvoiceStatus,
): Promise<void> {
  if ((before.status === 'draft') === (after === 'draft')) return
  const details = after === 'draft' ? null : (await getInvoice(tx, before.id)).details
  await store.setDetails(tx.db, tx.accountId, before.id, details)
}

/** The same for invoices that were generated as issued. */
export const freezeIssued = ({ db, accountId }: Context): Promise<void> => store.freezeIssued(db, accountId)

/** What it comes to with other terms. Only a draft changes its currency; its rates then stay the same figures. */
async function revalued(
  tx: Context,
  before: LockedInvoice,
  { tax_rate }: { tax_rate: number },
  change: InvoiceChange,
): Promise<store.Valuation> {
  const currency = change.currency ?? before.currency
  if (currency === before.currency) {
    const totals = totalsThatFit([before.subtotal], tax_rate, 'tax_rate', currency)
    const rate = await rateFor(tx, currency, change.exchange_rate, before.exchange_rate)
    return valued(tx, totals, currency, rate)
  }
  if (before.status !== 'draft') {
    throw new Conflict('The currency of an invoice cannot change once it left draft')
  }
  const { items } = await getInvoice(tx, before.id)
  const repriced = items.map((item) =>
    withAmount({ ...item, rate: toMinorUnits(fromMinorUnits(item.rate, before.currency), currency) }),
  )
  await store.repriceItems(tx.db, tx.accountId, before.id, repriced)
  const amounts = repriced.map(({ amount }) => amount)
  const totals = totalsThatFit(amounts, tax_rate, 'currency', currency)
  return valued(tx, totals, currency, await rateFor(tx, currency, change.exchange_rate))
}

const valued = (
  tx: Context,
  totals: Totals,
  currency: Currency,
  exchange_rate: number | null,
): store.Valuation => ({
  ...totals,
  currency,
  exchange_rate,
  home_total: inHomeCurrency(tx, totals.total, currency, exchange_rate),
})

/** What leaves draft counts in the books, and they are in the home currency. */
function requireValued(
  tx: Context,
  { currency, home_total }: Pick<store.Valuation, 'currency' | 'home_total'>,
) {
  if (home_total === null) throw new ValidationError({ exchange_rate: rateMissing(tx, currency) })
}

/** What a status means for the ledger: paid enters what is left to pay, and back from paid takes the payments out. */
async function settleAt(
  tx: Context,
  invoice: LockedInvoice,
  status: InvoiceStatus,
  chosen: string | undefined,
): Promise<Settlement> {
  if (chosen !== undefined && status !== 'paid') refuse('paid_on', 'Only a paid invoice has a payment date')
  if (chosen !== undefined && chosen > tx.today) refuse('paid_on', PAID_IN_FUTURE)
  if (invoice.status === 'paid' && status !== 'paid') {
    return { status, ...(await clearPayments(tx, invoice)), paid_on: null }
  }
  const left = balanceOf(invoice)
  if (status === 'paid') {
    const paid_on = rules.nextPaidOn(invoice, { status, paid_on: chosen }, tx.today)
    const entry = { amount: left, paid_on: paid_on ?? tx.today, method: 'other', reference: '' } as const
    const balance =
      left > 0 ? (await addPayment(tx, invoice, entry)).balance : await movePayment(tx, invoice, chosen)
    return { status, ...balance, paid_on }
  }
  if (invoice.amount_paid > 0 && (status === 'draft' || status === 'cancelled')) {
    throw new Conflict(
      `${formatMoney(invoice.amount_paid, invoice.currency, tx.locale)} was paid on this invoice`,
      {
        details: `Remove its payments before you set it to ${status}.`,
      },
    )
  }
  return settledAnew(tx, { ...invoice, status })
}

interface Settlement {
  status: InvoiceStatus
  amount_paid: MinorUnits
  home_paid: MinorUnits
  paid_on: string | null
}

const balanceOf = ({ total, amount_paid }: { total: MinorUnits; amount_paid: MinorUnits }): MinorUnits => {
  if (amount_paid > total) {
    throw new Conflict('More was paid on this invoice than it would then come to. Remove a payment first.')
  }
  return total - amount_paid
}

/** After its totals have changed. Without payments there is nothing to ask for. */
const settledAnew = async (tx: Context, invoice: LockedInvoice): Promise<Settlement> =>
  settlementOf(invoice, invoice.amount_paid > 0 ? await settle(tx, invoice) : NOTHING_PAID)

/** An invoice is paid as soon as nothing is left to pay. */
function settlementOf(invoice: LockedInvoice, { amount_paid, home_paid, paid_on }: Balance): Settlement {
  const isPaid = amount_paid > 0 && balanceOf({ ...invoice, amount_paid }) === 0
  return {
    status: isPaid ? 'paid' : invoice.status,
    amount_paid,
    home_paid,
    paid_on: isPaid ? paid_on : null,
  }
}

export async function listInvoicePayments(ctx: Context, id: number): Promise<PaymentList> {
  const invoice = await getInvoice(ctx, id)
  const { currency, total, amount_paid, balance } = invoice
  return { currency, total, amount_paid, balance, payments: await paymentsOf(ctx, invoice) }
}

/** Does not ask where nothing was paid. */
export const paymentsOf = async (
  ctx: Context,
  { id, amount_paid }: Pick<Invoice, 'id' | 'amount_paid'>,
): Promise<Payment[]> => (amount_paid === 0 ? [] : listPayments(ctx, id))

/** Enters what a client paid, all of it or a part. Never more than is left to pay. */
export function recordPayment(
  ctx: Context,
  id: number,
  { mail_receipt, ...input }: InvoicePaymentInput,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: id })
    const invoice = await lockInvoice(tx, id, ifMatch)
    requirePayable(invoice)
    const amount = requireMinorUnits(input.amount, invoice.currency, 'amount')
    if (input.paid_on > tx.today) refuse('paid_on', PAID_IN_FUTURE)
    if (amount === 0) refuse('amount', 'Must be more than 0')
    const left = balanceOf(invoice)
    if (amount > left) {
      refuse(
        'amount',
        `Must be at most ${formatMoney(left, invoice.currency, tx.locale)}, which is left to pay`,
      )
    }
    const { payment, balance } = await addPayment(tx, invoice, { ...input, amount })
    await store.setSettlement(tx.db, tx.accountId, id, settlementOf(invoice, balance))
    await record(tx, amount === left ? 'invoice.marked_paid' : 'invoice.payment_recorded', invoice)
    const paid = await getInvoice(tx, id)
    if (mail_receipt) await mailReceipt(tx, paid, payment)
    return paid
  })
}

/** The receipt itself is in the portal, where the mail's button leads. */
async function mailReceipt(tx: Context, invoice: Invoice, payment: Payment): Promise<void> {
  const client = await findRecipient(tx, invoice.client_id)
  requireMailable(tx, client, 'record the payment without a receipt by email')
  const sender = await senderName(tx)
  const money = (amount: MinorUnits) => formatMoney(amount, invoice.currency, tx.locale)
  const portalUrl = await linkForMail(tx, client.id)
  await mailClient(tx, client, {
    subject: `Receipt for invoice ${invoice.invoice_number} from ${sender}`,
    heading: `Payment of ${money(payment.amount)} received`,
    paragraphs: [
      `Hello ${client.name},`,
      `Thank you for your payment of ${money(payment.amount)} on ${formatLongDate(payment.paid_on)} for invoice ${invoice.invoice_number}.`,
      invoice.balance > 0
        ? `The balance due is ${money(invoice.balance)}.`
        : 'The invoice is paid in full. There is nothing left to pay.',
    ],
    button: {
      label: 'View invoice & receipt',
      path: `${new URL(portalUrl).pathname}/invoices/${invoice.id}`,
    },
  })
}

/** Says what was paid with this payment, and what was left to pay after it. */
export async function receiptAsPdf(ctx: Context, id: number, paymentId: number): Promise<Download> {
  const invoice = await getInvoice(ctx, id)
  const payments = await paymentsOf(ctx, invoice)
  const index = payments.findIndex((payment) => payment.id === paymentId)
  const payment = payments[index] ?? paymentNotFound()
  const paid = payments.slice(0, index + 1).reduce((sum, { amount }) => sum + amount, 0)
  const { seller, buyer } = documentOf(invoice)
  const { invoice_number, currency, issue_date, total } = invoice
  const data: ReceiptDocument = {
    seller: { name: seller.name, lines: seller.lines },
    buyer: buyer.name,
    invoice: { invoice_number, currency, issue_date, total },
    payment,
    paid,
    locale: ctx.locale,
  }
  return {
    name: `Receipt ${invoice_number} ${payment.paid_on}.pdf`,
    content: await renderPdf(ctx, new URL('./document.ts', import.meta.url), data),
  }
}

/** Takes a payment out that was entered by mistake. A paid invoice is then sent again. */
export function removeInvoicePayment(
  ctx: Context,
  id: number,
  paymentId: number,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: id })
    const invoice = await lockInvoice(tx, id, ifMatch)
    const removed = await removePayment(tx, invoice, paymentId)
    if (!removed) paymentNotFound()
    const status = invoice.status === 'paid' ? 'sent' : invoice.status
    await store.setSettlement(tx.db, tx.accountId, id, { ...removed.balance, status, paid_on: null })
    await record(tx, 'invoice.payment_removed', invoice)
    return getInvoice(tx, id)
  })
}

function requirePayable({ status }: LockedInvoice): void {
  if (status === 'draft') throw new Conflict('This invoice is a draft. Send it before you record a payment.')
  if (status === 'cancelled') {
    throw new Conflict('This invoice is cancelled. Set its status back to sent before you record a payment.')
  }
  if (status === 'paid') throw new Conflict('This invoice is already paid')
}

/** Resets an approval once the approved content changes, and returns the invoice's new version if it did. */
async function resetApprovalIfChanged(
  tx: Context,
  { id, approval_status }: LockedInvoice,
): Promise<number | undefined> {
  if (approval_status !== 'approved') return undefined
  const { changes_since_decision } = await getInvoice(tx, id)
  if (changes_since_decision.length === 0) return undefined
  return store.setApproval(tx.db, tx.accountId, id, 'pending')
}

const changed = (before: LockedInvoice, change: InvoiceChange) => ({
  status: change.status ?? before.status,
  issue_date: change.issue_date ?? before.issue_date,
  due_date: change.due_date === undefined ? before.due_date : change.due_date,
  tax_rate: change.tax_rate ?? before.tax_rate,
  notes: change.notes ?? before.notes,
})

/** Marks it as sent, asks the client for approval, and mails the portal link; without mail, the freelancer shares the link. */
export function sendInvoice(
  ctx: Context,
  id: number,
  { mail, exchange_rate }: SendInput,
  ifMatch: IfMatch = null,
): Promise<SentInvoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: id })
    const before = await lockInvoice(tx, id, ifMatch)
    if (rules.isLocked(before.status)) {
      throw new Conflict(`This invoice is ${before.status}. To send it, set its status back to draft first.`)
    }
    await requireRate(tx, before, exchange_rate)
    const client = await findRecipient(tx, before.client_id)
    if (mail) requireMailable(tx, client, 'mark it as sent and share the portal link yourself')
    await store.markSent(
      tx.db,
      ctx.accountId,
      id,
      before.status === 'draft' ? 'sent' : before.status,
      ctx.now,
    )
    await freezeDetails(tx, before, 'sent')
    await askForApproval(tx, before)
    await record(tx, 'invoice.sent', before)
    const portal_url = `${await linkForMail(tx, client.id)}/invoices/${id}`
    const invoice = await getInvoice(tx, id)
    if (mail) await mailInvoice(tx, client, invoice, portal_url)
    return { invoice, portal_url, mailed_to: mail ? client.email : null }
  })
}

/** A draft may get its exchange rate at the last moment. */
async function requireRate(tx: Context, before: LockedInvoice, exchange_rate: number | null): Promise<void> {
  if (before.status !== 'draft' || exchange_rate === null) return requireValued(tx, before)
  const { currency, subtotal, tax_amount, total } = before
  const rate = await rateFor(tx, currency, exchange_rate)
  const valuation = valued(tx, { subtotal, tax_amount, total }, currency, rate)
  await store.updateInvoice(tx.db, tx.accountId, before.id, before, valuation)
}

async function findRecipient(tx: Context, clientId: number) {
  try {
    return await getActiveClient(tx, clientId)
  } catch (error) {
    if (error instanceof NotFound)
      throw new Conflict('Its client is archived, so there is no one to send it to')
    throw error
  }
}

async function askForApproval(tx: Context, { id, client_id, approval_status }: LockedInvoice) {
  const { approval_required } = await getClient(tx, client_id)
  if (approval_required && rules.approvalWhenSent(approval_status) === 'pending')
    await store.setApproval(tx.db, tx.accountId, id, 'pending')
}

async function mailInvoice(
  tx: Context,
  client: Recipient & { approval_required: boolean },
  invoice: Invoice,
  url: string,
): Promise<void> {
  const sender = await senderName(tx)
  const due = invoice.due_date ? `, due on ${formatLongDate(invoice.due_date)}` : ''
  const request = client.approval_required ? ' Please review it, then approve it or request changes.' : ''
  await mailClient(tx, client, {
    subject: `Invoice ${invoice.invoice_number} from ${sender}`,
    heading: `Invoice ${invoice.invoice_number}`,
    paragraphs: [
      `Hello ${client.name},`,
      `${sender} sent you invoice ${invoice.invoice_number} for ${formatMoney(invoice.total, invoice.currency, tx.locale)}${due}.${request}`,
    ],
    button: {
      label: client.approval_required ? 'View & review invoice' : 'View invoice',
      path: new URL(url).pathname,
    },
  })
}

/** The client's decision on the present invoice. `seen` is the revision that the client saw. */
export async function decideOnInvoice(
  tx: Context,
  id: number,
  verdict: Verdict,
  notes: string,
  seen: string | undefined,
): Promise<void> {
  const visitor = visitorOf(tx)
  const locked = await lockInvoice(tx, id)
  if (locked.client_id !== visitor.clientId) notFound()
  const invoice = await getInvoice(tx, id)
  if (invoice.status === 'draft') await refuseDraft(tx, invoice)
  const [last] = invoice.decisions
  if (last && (invoice.approval_status === 'approved' || invoice.approval_status === 'rejected')) {
    refuseSecondDecision(tx, last)
  }
  const { approval_required } = await getClient(tx, visitor.clientId)
  if (!rules.awaitsDecision({ ...invoice, approval_required })) {
    const closed = rules.isLocked(invoice.status)
    throw new Conflict(
      closed
        ? `This invoice is ${invoice.status}, so there is nothing left to decide.`
        : 'This invoice needs no approval.',
      { code: 'decision_closed' },
    )
  }
  if (seen !== undefined && seen !== revisionOf(invoice)) {
    throw new Conflict('This invoice was changed while you were reading it. Please review it again.', {
      code: 'version_conflict',
    })
  }
  const content = rules.snapshotOf(invoice)
  await recordDecision(tx, { type: 'invoice', id, version: null, content }, verdict, notes)
  await store.setApproval(tx.db, tx.accountId, id, verdict, { at: tx.now, notes })
  const { title, subject, words } = rules.decisionLabel(verdict, visitor.name, invoice, tx.locale)
  await record(tx, verdict === 'approved' ? 'invoice.approved' : 'invoice.changes_requested', locked)
  await mailFreelancer(tx, {
    subject,
    heading: title,
    paragraphs: [words, ...(notes ? [`“${notes}”`] : [])],
    button: { label: 'Open the invoice', path: `/invoices?view=${id}` },
  })
}

/** A client who was sent an invoice is told that it is being revised. One that was never sent is not found. */
export async function refuseDraft(ctx: Context, invoice: Invoice): Promise<never> {
  if (!rules.isBeingRevised(invoice)) notFound()
  const { name } = await businessOf(ctx)
  throw new Conflict(rules.beingRevisedMessage(name, invoice.invoice_number), {
    code: 'invoice_being_revised',
  })
}

/** Identifies an invoice's content: it changes with items, tax, dates and notes. */
export const revisionOf = (invoice: rules.InvoiceSnapshot): string =>
  createHash('sha256')
    .update(JSON.stringify(rules.snapshotOf(invoice)))
    .digest('hex')
    .slice(0, 32)

export function addItem(
  ctx: Context,
  invoiceId: number,
  input: InvoiceItemInput,
  ifMatch: IfMatch = null,
): Promise<SavedItem> {
  return changeItems(ctx, invoiceId, ifMatch, 'added', async (tx, { currency }) => {
    const [item] = await store.insertItems(tx.db, ctx.accountId, invoiceId, [priced(input, currency)])
    return { ...(item ?? itemNotFound()), currency }
  })
}

export function updateItem(
  ctx: Context,
  invoiceId: number,
  id: number,
  input: InvoiceItemInput,
  ifMatch: IfMatch = null,
): Promise<SavedItem> {
  return changeItems(ctx, invoiceId, ifMatch, 'updated', async (tx, { currency }) => {
    const item = await store.updateItem(tx.db, ctx.accountId, invoiceId, id, priced(input, currency))
    return { ...(item ?? itemNotFound()), currency }
  })
}

export function removeItem(
  ctx: Context,
  invoiceId: number,
  id: number,
  ifMatch: IfMatch = null,
): Promise<ItemRemoval> {
  return changeItems(ctx, invoiceId, ifMatch, 'deleted', async (tx) => {
    if (!(await store.removeItem(tx.db, ctx.accountId, invoiceId, id))) itemNotFound()
    return { success: true as const }
  })
}

/** Changes the items of an invoice and its totals, under the invoice's lock. */
function changeItems<Result>(
  ctx: Context,
  invoiceId: number,
  ifMatch: IfMatch,
  verb: 'added' | 'updated' | 'deleted',
  change: (tx: Context, invoice: LockedInvoice) => Promise<Result>,
): Promise<Result & { invoice_version: number }> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { invoice: invoiceId })
    const invoice = await lockInvoice(tx, invoiceId, ifMatch)
    if (!rules.mayChangeItems(invoice.status)) refuseLocked(invoice.status)
    const result = await change(tx, invoice)
    const amounts = await store.amountsOf(tx.db, ctx.accountId, invoiceId)
    if (amounts.length > MAX_ITEMS) throw new Conflict(`An invoice has at most ${MAX_ITEMS} items`)
    const { currency, exchange_rate } = invoice
    const totals = totalsThatFit(amounts, invoice.tax_rate, 'rate', currency)
    const home_total = inHomeCurrency(tx, totals.total, currency, exchange_rate)
    const settled = await settledAnew(tx, { ...invoice, ...totals, home_total })
    const version = await store.updateTotals(tx.db, ctx.accountId, invoiceId, {
      ...totals,
      home_total,
      ...settled,
    })
    const invoice_version = (await resetApprovalIfChanged(tx, invoice)) ?? version
    await record(tx, `invoice.item_${verb}`, invoice)
    return { ...result, invoice_version }
  })
}

type LockedInvoice = NonNullable<Awaited<ReturnType<typeof store.lockInvoice>>>

async function lockInvoice(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<LockedInvoice> {
  const invoice = (await store.lockInvoice(ctx.db, ctx.accountId, id)) ?? notFound()
  if (isStale(invoice, ifMatch)) refuseStale('invoice', Invoice, await getInvoice(ctx, id))
  return invoice
}

const priced = ({ description, quantity, rate }: InvoiceItemInput, currency: Currency, field = 'rate') =>
  withAmount({ description, quantity, rate: requireMinorUnits(rate, currency, field) })

function totalsThatFit(amounts: MinorUnits[], taxRate: number, field: string, currency: Currency): Totals {
  const totals = totalsOf(amounts, taxRate)
  if (!amounts.every(fits) || !fits(totals.total)) refuseTooLarge(field, currency)
  return totals
}

const record = (
  tx: Context,
  type: Extract<ActivityEvent, { invoice: unknown }>['type'],
  invoice: { id: number; prefix: string; number: number; client_name: string },
) =>
  recordActivity(tx, {
    type,
    invoice: { ...invoice, invoice_number: rules.invoiceNumber(invoice.number, invoice.prefix) },
  })

function refuse(field: string, message: string): never {
  throw new ValidationError({ [field]: message })
}

const refuseTooLarge = (field: string, currency: Currency): never =>
  refuse(field, `An invoice total cannot exceed ${formatMoney(MAX_AMOUNT, currency)}`)

function refuseLocked(status: InvoiceStatus): never {
  const { title, advice } = rules.lockedMessage(status)
  throw new Conflict(`${title}. ${advice}`)
}

function notFound(): never {
  throw new NotFound('Invoice not found')
}

function paymentNotFound(): never {
  throw new NotFound('Payment not found')
}

function itemNotFound(): never {
  throw new NotFound('Item not found')
}
