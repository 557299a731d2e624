import type { Currency } from '#core/currency.ts'
import { type Totals, totalsOf, withAmount } from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import { fits, fromMinorUnits, MAX_AMOUNT, type MinorUnits, toMinorUnits } from '#core/money.ts'
import { inHomeCurrency, rateFor, rateMissing, requireMinorUnits } from '#features/currencies/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict, ValidationError } from '#server/errors.ts'
import type { InvoiceChange, InvoiceItemInput } from '../contract.ts'
import * as store from '../store.ts'
import { getInvoice, type LockedInvoice, refuse } from './invoice.ts'

/** What it comes to with other terms. Only a draft changes its currency; its rates then stay the same figures. */
export async function revalued(
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

export const valued = (
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
export function requireValued(
  tx: Context,
  { currency, home_total }: Pick<store.Valuation, 'currency' | 'home_total'>,
) {
  if (home_total === null) throw new ValidationError({ exchange_rate: rateMissing(tx, currency) })
}

export const priced = (
  { description, quantity, rate }: InvoiceItemInput,
  currency: Currency,
  field = 'rate',
) => withAmount({ description, quantity, rate: requireMinorUnits(rate, currency, field) })

export function totalsThatFit(
  amounts: MinorUnits[],
  taxRate: number,
  field: string,
  currency: Currency,
): Totals {
  const totals = totalsOf(amounts, taxRate)
  if (!amounts.every(fits) || !fits(totals.total)) refuseTooLarge(field, currency)
  return totals
}

const refuseTooLarge = (field: string, currency: Currency): never =>
  refuse(field, `An invoice total cannot exceed ${formatMoney(MAX_AMOUNT, currency)}`)
