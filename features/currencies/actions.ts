import type { Currency } from '#core/currency.ts'
import { type ExchangeRate, exchange } from '#core/exchange.ts'
import { formatMoney } from '#core/format.ts'
import {
  type EnteredMoney,
  fits,
  inMinorUnits,
  MAX_AMOUNT,
  type MinorUnits,
  tooPrecise,
} from '#core/money.ts'
import type { Context } from '#server/context.ts'
import { ValidationError } from '#server/errors.ts'
import type { ProposedRate } from './contract.ts'
import * as store from './store.ts'

/** An amount that was entered, in minor units of its currency. */
export function requireMinorUnits(amount: EnteredMoney, currency: Currency, field: string): MinorUnits {
  const minor = inMinorUnits(amount, currency)
  if (minor === null) throw new ValidationError({ [field]: tooPrecise(currency) })
  if (!fits(minor)) {
    throw new ValidationError({ [field]: `Must be at most ${formatMoney(MAX_AMOUNT, currency)}` })
  }
  return minor
}

export async function proposeRate(ctx: Context, currency: Currency): Promise<ProposedRate> {
  const found = currency === ctx.currency ? undefined : await store.findRate(ctx.db, ctx.accountId, currency)
  return {
    currency,
    home_currency: ctx.currency,
    exchange_rate: found?.rate ?? null,
    used_at: found?.used_at ?? null,
  }
}

/** The rate of a document in this currency: as given, else the one used last. Null in the home currency, or if unknown. */
export async function rateFor(
  tx: Context,
  currency: Currency,
  given: ExchangeRate | null | undefined,
): Promise<ExchangeRate | null> {
  if (currency === tx.currency) return null
  if (given === null || given === undefined) return (await proposeRate(tx, currency)).exchange_rate
  await store.rememberRate(tx.db, tx.accountId, currency, given, tx.now)
  return given
}

/** An amount in the home currency; null while the rate is not known. */
export function inHomeCurrency(
  { currency: home }: Pick<Context, 'currency'>,
  amount: MinorUnits,
  currency: Currency,
  rate: ExchangeRate | null,
): MinorUnits | null {
  if (currency === home) return amount
  return rate === null ? null : exchange(amount, { from: currency, to: home, rate })
}

/** What is asked for where a rate is needed and none is known. */
export const rateMissing = ({ currency: home }: Pick<Context, 'currency'>, currency: Currency): string =>
  `Please enter the exchange rate: how many ${home} is one ${currency} worth?`
