import { addDays, daysBetween } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { Discount } from '#core/document-lines.ts'
import type { ExchangeRate } from '#core/exchange.ts'
import { adopt } from '#features/adoption/actions.ts'
import { profileOf } from '#features/business/actions.ts'
import type { Profile } from '#features/business/rules.ts'
import { rateFor } from '#features/currencies/actions.ts'
import { takeNumber } from '#features/numbering/actions.ts'
import { requireWithinLimit } from '#features/subscription/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import type { Invoice, InvoiceInput, InvoiceItem } from '../contract.ts'
import { dueAfter } from '../rules/document.ts'
import * as store from '../store.ts'
import { getInvoice, record } from './invoice.ts'
import { requireRecipient } from './recipient.ts'
import { discountOf, priced, requireTaxRate, totalsThatFit, valued } from './totals.ts'

export function createInvoice(ctx: Context, input: InvoiceInput): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await adopt(tx, { client: input.client_id, project: input.project_id })
    await requireWithinLimit(tx, 'invoices')
    const { client, project } = await requireRecipient(tx, input.client_id, input.project_id)
    const currency = input.currency ?? project?.currency ?? client.currency
    const items = (input.items ?? []).map((item, index) => ({
      ...priced(item, currency, `items.${index}.rate`),
      unit: item.unit ?? '',
    }))
    const profile = await profileOf(tx)
    const terms = { ...termsOf(input, profile, client), ...discountOf(input, currency) }
    return insertDraft(
      tx,
      { client, project, terms, items, currency, exchange_rate: input.exchange_rate },
      profile,
    )
  })
}

/** The terms of a new invoice: what was left out is as the client or the profile says. */
function termsOf(
  { issue_date, due_date, notes, tax_category = 'standard', ...input }: InvoiceInput,
  profile: Profile,
  client: { payment_terms_days: number | null },
) {
  const tax_rate = input.tax_rate ?? (tax_category === 'standard' ? profile.tax_rate : 0)
  requireTaxRate({ tax_category, tax_rate })
  return {
    issue_date,
    due_date:
      due_date === undefined
        ? dueAfter(issue_date, client.payment_terms_days ?? profile.payment_terms_days)
        : due_date,
    service_from: input.service_from ?? null,
    service_to: input.service_to ?? null,
    tax_category,
    tax_rate,
    notes: notes ?? profile.notes,
  }
}

/** A draft of today with the same content. It is due after as many days, and what it is for is another period. */
export function duplicateInvoice(ctx: Context, id: number): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const source = await getInvoice(tx, id)
    await adopt(tx, { client: source.client_id, project: source.project_id })
    await requireWithinLimit(tx, 'invoices')
    const { client, project } = await requireRecipient(tx, source.client_id, source.project_id)
    const terms = {
      ...source,
      issue_date: tx.today,
      due_date: source.due_date && addDays(tx.today, daysBetween(source.issue_date, source.due_date)),
      service_from: null,
      service_to: null,
    }
    const items = source.items.map(({ id, work, ...item }) => item)
    const draft = { client, project, terms, items, currency: source.currency, exchange_rate: null }
    return insertDraft(tx, draft, await profileOf(tx))
  })
}

interface Draft extends Pick<store.Recipient, 'client' | 'project'> {
  terms: store.InvoiceTerms & Discount
  items: Omit<InvoiceItem, 'id' | 'work'>[]
  currency: Currency
  exchange_rate: ExchangeRate | null | undefined
}

async function insertDraft(
  tx: Context,
  { client, project, terms, items, currency, exchange_rate }: Draft,
  { invoice_prefix: prefix }: Profile,
): Promise<Invoice> {
  const amounts = items.map(({ amount }) => amount)
  const totals = totalsThatFit(amounts, terms, 'items', currency)
  const valuation = valued(tx, totals, currency, await rateFor(tx, currency, exchange_rate))
  const number = await takeNumber(tx, 'invoice')
  const invoice = { prefix, number, client, project, terms, valuation, created_at: tx.now }
  const id = await store.insertInvoice(tx.db, tx.accountId, invoice)
  await store.insertItems(tx.db, tx.accountId, id, items)
  await record(tx, 'invoice.created', { id, prefix, number, client_name: client.name })
  return getInvoice(tx, id)
}
