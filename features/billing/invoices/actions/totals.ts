import type { Currency } from '#core/currency.ts'
import {
  type Discount,
  NO_DISCOUNT,
  repriced,
  type TaxCategory,
  type Totals,
  totalsOf,
  withAmount,
} from '#core/document-lines.ts'
import { formatMoney } from '#core/format.ts'
import { fits, MAX_AMOUNT, type MinorUnits, sameFigure } from '#core/money.ts'
import type { Thousandths } from '#core/units.ts'
import {
  inHomeCurrency,
  rateFor,
  rateMissing,
  requireMinorUnits,
} from '#features/foundation/currencies/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict, ValidationError } from '#server/errors.ts'
import type { InvoiceChange } from '../contract/input.ts'
import type { InvoiceItem, InvoiceItemInput } from '../contract/items.ts'
import { RATE_IN_OTHER_CATEGORY } from '../rules/tax.ts'
import type { Valuation } from '../store/creation.ts'
import { repriceItems } from '../store/items.ts'
import { getInvoice, type LockedInvoice, refuse } from './invoice.ts'

/** The totals with other terms. Only a draft changes its currency; its rates then stay the same figures. */
export async function revalued(
  tx: Context,
  before: LockedInvoice,
  terms: Taxed & Discount,
  { exchange_rate, currency = before.currency }: Pick<InvoiceChange, 'currency' | 'exchange_rate'>,
): Promise<Valuation> {
  if (currency === before.currency) {
    const totals = totalsThatFit([before.subtotal], terms, 'tax_rate', currency)
    return valued(tx, totals, currency, await rateFor(tx, currency, exchange_rate, before.exchange_rate))
  }
  if (before.status !== 'draft') {
    throw new Conflict('The currency of an invoice cannot be changed once it has been issued')
  }
  if (before.has_payments) {
    throw new Conflict(`This invoice was paid in ${before.currency}, so its currency cannot be changed`)
  }
  const { items } = await getInvoice(tx, before.id)
  if (items.some(({ work }) => work !== null)) {
    throw new Conflict(`This invoice bills work in ${before.currency}, so its currency cannot be changed`, {
      details: 'Remove those items first.',
    })
  }
  const converted = items.map((item) =>
    withAmount({ ...item, rate: sameFigure(item.rate, before.currency, currency) }),
  )
  await repriceItems(tx.db, tx.accountId, before.id, converted)
  const amounts = converted.map(({ amount }) => amount)
  const totals = totalsThatFit(amounts, terms, 'currency', currency)
  return valued(tx, totals, currency, await rateFor(tx, currency, exchange_rate))
}

/** As entered, else as it was. An amount alone is entered instead of a percentage. */
export function discountOf(
  { discount_percent: percent, discount_amount: amount }: Entered,
  currency: Currency,
  before: Discount & { currency: Currency } = { ...NO_DISCOUNT, currency },
): Discount {
  if (percent) return { discount_percent: percent, discount_amount: 0 }
  if (amount === null) return NO_DISCOUNT
  if (amount !== undefined) {
    const entered = requireMinorUnits(amount, currency, 'discount_amount')
    return { discount_percent: null, discount_amount: entered }
  }
  const { discount_percent, discount_amount } = before
  if (percent !== undefined && discount_percent !== null) return NO_DISCOUNT
  return { discount_percent, discount_amount: sameFigure(discount_amount, before.currency, currency) }
}

type Entered = Pick<InvoiceChange, 'discount_percent' | 'discount_amount'>

export const valued = (
  tx: Context,
  totals: Totals,
  currency: Currency,
  exchange_rate: number | null,
): Valuation => ({
  ...totals,
  currency,
  exchange_rate,
  home_total: inHomeCurrency(tx, totals.total, currency, exchange_rate),
})

/** Only the standard category charges tax. */
export function requireTaxRate({
  tax_category,
  tax_rate,
}: {
  tax_category: TaxCategory
  tax_rate: Thousandths
}) {
  if (tax_category !== 'standard' && tax_rate > 0) refuse('tax_rate', RATE_IN_OTHER_CATEGORY)
}

/** Requires an exchange rate: an issued invoice counts in the books, which are in the home currency. */
export function requireValued(
  tx: Context,
  { currency, home_total }: Pick<Valuation, 'currency' | 'home_total'>,
) {
  if (home_total === null) throw new ValidationError({ exchange_rate: rateMissing(tx, currency) })
}

export const priced = (
  { description, quantity, unit, rate }: InvoiceItemInput,
  currency: Currency,
  { field = 'rate', before }: { field?: string; before?: InvoiceItem | undefined } = {},
) => repriced({ description, quantity, unit, rate: requireMinorUnits(rate, currency, field) }, before)

interface Taxed {
  tax_rate: Thousandths
}

export function totalsThatFit(
  amounts: MinorUnits[],
  terms: Taxed & Discount,
  field: string,
  currency: Currency,
): Totals {
  const totals = totalsOf(amounts, terms.tax_rate, terms)
  if (!amounts.every(fits) || !fits(totals.total)) refuseTooLarge(field, currency)
  if (totals.discount_amount > totals.subtotal) refuseDiscount(totals, currency)
  return totals
}

const refuseTooLarge = (field: string, currency: Currency): never =>
  refuse(field, `An invoice total cannot exceed ${formatMoney(MAX_AMOUNT, currency)}`)

const refuseDiscount = ({ subtotal }: Totals, currency: Currency): never =>
  refuse('discount_amount', `Must be at most ${formatMoney(subtotal, currency)}, which the items come to`)
