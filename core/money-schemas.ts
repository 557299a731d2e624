import { z } from 'zod'
import { type Currency, isCurrency } from '#core/currency.ts'
import { RATE_DECIMALS } from '#core/exchange.ts'
import { type EnteredMoney as Entered, fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { maxValue, minValue, numberOr } from '#core/number-schemas.ts'

export const CurrencyCode = z
  .string('Please choose a currency')
  .trim()
  .toUpperCase()
  .refine(isCurrency, 'Must be a currency code such as USD')
  .meta({ description: 'ISO 4217', example: 'USD' })

/** Units of the home currency for one unit of another currency, with at most ten decimals. */
export const ExchangeRate = z
  .number('Must be a number')
  .gt(0, 'Must be more than 0')
  .max(1_000_000_000, 'Must be at most 1,000,000,000')
  .refine((rate) => Number(rate.toFixed(RATE_DECIMALS)) === rate, 'Must have at most ten decimals')

const amounts = z.registry<{ in: 'currency' | 'home_currency' }>()

/** An amount, or a sum of amounts, in a response. The object that holds it is `priced`. */
export const Money = z.number().register(amounts, { in: 'currency' })
/** An amount in the account's home currency, next to amounts that may be in another. */
export const HomeMoney = z.number().register(amounts, { in: 'home_currency' })

/**
 * A response whose amounts are in the currency that it names: numbers on the wire, minor units inside. What it contains
 * counts in the same currency, unless it names one of its own.
 */
export function priced<Schema extends z.ZodObject>(schema: Schema) {
  let known: ConvertAmounts | undefined
  // Looked for at the first use: a browser uses few of the responses that it knows.
  const convertAmounts: ConvertAmounts = (...args) => {
    known ??= amountsIn(schema) ?? ((value) => value)
    return known(...args)
  }
  return z.codec(schema, z.custom<z.output<Schema>>(), {
    decode: (value) => convertAmounts(value, toMinorUnits, {}) as z.output<Schema>,
    encode: (value) => convertAmounts(value, fromMinorUnits, {}) as z.output<Schema>,
  })
}

type Convert = (amount: number, currency: Currency) => number
interface Currencies {
  currency?: unknown
  home_currency?: unknown
}
type ConvertAmounts = (value: unknown, convert: Convert, currencies: Currencies) => unknown

/** Converts the amounts within a value of this schema; undefined where it has none. */
function amountsIn(schema: z.core.$ZodType): ConvertAmounts | undefined {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return amountsIn(schema.unwrap())
  if (schema instanceof z.ZodObject) return amountsInObject(schema)
  if (schema instanceof z.ZodArray) {
    const inElement = amountsIn(schema.element)
    return (
      inElement &&
      ((list, ...rest) => (Array.isArray(list) ? list.map((one) => inElement(one, ...rest)) : list))
    )
  }
  const amount = amounts.get(schema)
  return amount && ((value, convert, currencies) => convertAmount(value, convert, currencies[amount.in]))
}

function convertAmount(amount: unknown, convert: Convert, currency: unknown): unknown {
  if (typeof amount !== 'number') return amount
  if (typeof currency !== 'string') throw new Error('an amount has no currency beside it')
  return convert(amount, currency)
}

function amountsInObject({ shape }: z.ZodObject): ConvertAmounts | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const inField = amountsIn(field)
    return inField ? [{ name, inField }] : []
  })
  if (fields.length === 0) return undefined
  return (value, convert, outer) => {
    if (!isRecord(value)) return value
    const { currency = outer.currency, home_currency = outer.home_currency } = value
    const converted = { ...value }
    for (const { name, inField } of fields)
      converted[name] = inField(value[name], convert, { currency, home_currency })
    return converted
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const enteredMoney = (missing = 'Is required') =>
  maxValue(999_999_999.99, minValue(0, numberOr(missing))).pipe(z.any().pipe(z.custom<Entered>()))
export const EnteredMoney = enteredMoney()
