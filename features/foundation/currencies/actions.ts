import { dateIn } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { ExchangeRate } from '#core/exchange.ts'
import { formatMoney } from '#core/format.ts'
import {
  type EnteredMoney,
  fits,
  inMinorUnits,
  MAX_AMOUNT,
  type MinorUnits,
  tooPrecise,
} from '#core/money.ts'
import type { Context, PublicContext } from '#server/context.ts'
import { ValidationError } from '#server/errors.ts'
import type { ProposedRate } from './contract.ts'
import * as rules from './rules.ts'
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

/** The rate that was used today, else the reference rate, else the rate that was used last. */
export const proposeRate = async (ctx: Context, currency: Currency): Promise<ProposedRate> =>
  (await proposeRates(ctx, [currency]))(currency)

/** Proposes rates for any of these currencies. */
export async function proposeRates(
  ctx: Context,
  currencies: readonly Currency[],
): Promise<(currency: Currency) => ProposedRate> {
  const { db, accountId, currency: home, timeZone, today } = ctx
  const foreign = [...new Set(currencies)].filter((currency) => currency !== home)
  const used = foreign.length === 0 ? [] : await store.findRates(db, accountId, foreign)
  const usedToday = new Set(
    used.filter(({ used_at }) => dateIn(timeZone, used_at) === today).map(({ currency }) => currency),
  )
  const references = await referenceRates(
    ctx,
    foreign.filter((currency) => !usedToday.has(currency)),
  )
  return (currency) => {
    const proposed = { currency, home_currency: home, used_at: null, reference_day: null }
    const reference =
      currency === home || usedToday.has(currency)
        ? null
        : rules.crossRate(references, { from: currency, to: home, today })
    if (reference) return { ...proposed, exchange_rate: reference.rate, reference_day: reference.day }
    const last = used.find((rate) => rate.currency === currency)
    return { ...proposed, exchange_rate: last?.rate ?? null, used_at: last?.used_at ?? null }
  }
}

/** The rates at which amounts are valued. */
export async function ratesFor(ctx: Context, currencies: readonly Currency[]): Promise<rules.Rates> {
  const propose = await proposeRates(ctx, currencies)
  return { home: ctx.currency, rateOf: (currency) => propose(currency).exchange_rate }
}

const referenceRates = async (
  { db, services, currency: home }: Context,
  currencies: Currency[],
): Promise<rules.ReferenceRate[]> =>
  services.exchangeRatesUrl && currencies.length > 0
    ? store.findReferenceRates(db, [...currencies, home])
    : []

const FETCH_TIMEOUT_MS = 30_000

/** Reads the rates that the European Central Bank published last. */
export async function updateReferenceRates({ db, services, log }: PublicContext): Promise<void> {
  const url = services.exchangeRatesUrl
  if (!url) return
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`exchange rates: ${url.host} answered ${response.status}`)
  const rates = rules.parseReferenceRates(await response.text())
  if (rates.length === 0) throw new Error(`exchange rates: ${url.host} sent no rates`)
  await store.storeReferenceRates(db, rates)
  log.info({ day: rates[0]?.day, count: rates.length }, 'exchange rates updated')
}

/**
 * The rate of a document in this currency: as given, else the one it has, else the one that is proposed. Null in the home
 * currency, or if unknown.
 */
export async function rateFor(
  tx: Context,
  currency: Currency,
  given: ExchangeRate | null | undefined,
  present: ExchangeRate | null = null,
): Promise<ExchangeRate | null> {
  if (currency === tx.currency) return null
  if (given === null || given === undefined) {
    return present ?? (await proposeRate(tx, currency)).exchange_rate
  }
  await store.rememberRate(tx.db, tx.accountId, currency, given, tx.now)
  return given
}

/** An amount in the home currency; null while the rate is not known. */
export function inHomeCurrency(
  { currency: home_currency }: Pick<Context, 'currency'>,
  amount: MinorUnits,
  currency: Currency,
  exchange_rate: ExchangeRate | null,
): MinorUnits | null {
  const exchanged = rules.inHomeCurrency(amount, { currency, home_currency, exchange_rate })
  if (exchanged !== null && currency !== home_currency && !fits(exchanged))
    throw new ValidationError({ exchange_rate: 'Makes the amount too large' })
  return exchanged
}

/** Asks for a rate if none is known. */
export const rateMissing = ({ currency: home }: Pick<Context, 'currency'>, currency: Currency): string =>
  `Please enter the exchange rate: how many ${home} is one ${currency} worth?`
