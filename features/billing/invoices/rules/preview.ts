import type { Currency } from '#core/currency.ts'
import { repriced } from '#core/document-lines.ts'
import { inMinorUnits, type MinorUnits, sameFigure } from '#core/money.ts'
import { EnteredMoney } from '#core/money-schemas.ts'
import { Percent, TaxRate } from '#core/number-schemas.ts'
import type { Invoice } from '../contract/invoice.ts'
import { withItems } from './items.ts'

/** Terms as they are typed. */
interface EnteredTerms {
  currency: Currency
  tax_rate: unknown
  discount_percent: unknown
  discount_amount: unknown
}

/** The invoice with what is being typed. A rate that cannot be read yet stays as it was, and such a discount is none. */
export function withTerms(invoice: Invoice, entered: EnteredTerms): Invoice {
  const { currency } = entered
  const items = invoice.items.map((item) =>
    repriced({ ...item, rate: sameFigure(item.rate, invoice.currency, currency) ?? 0 }, item),
  )
  const terms = {
    currency,
    tax_rate: TaxRate.safeParse(entered.tax_rate).data ?? invoice.tax_rate,
    discount_percent: Percent.safeParse(entered.discount_percent).data ?? null,
    discount_amount: amountIn(currency, entered.discount_amount),
    home_total: null,
  }
  return withItems({ ...invoice, ...terms }, items)
}

function amountIn(currency: Currency, entered: unknown): MinorUnits {
  const amount = EnteredMoney.safeParse(entered).data
  return (amount && inMinorUnits(amount, currency)) ?? 0
}
