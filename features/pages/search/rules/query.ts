import { CURRENCIES, type Currency, decimalsOf } from '#core/currency.ts'
import { readMoney } from '#core/figures.ts'
import { MAX_AMOUNT, type MinorUnits, toMinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'

/** More words do not narrow a search, they only cost. */
const MAX_WORDS = 6

/** A search text as the database compares it. */
export interface ReadQuery {
  /** Folded, with single spaces. */
  text: string
  /** All of them have to match. */
  words: Term[]
  whole: Term
}

export interface Term {
  text: string
  number: DocumentNumber | null
  amounts: AmountIn[]
}

/** `INV-0042`, `inv 42` or `42`: the prefix may be left out or begun. */
export interface DocumentNumber {
  prefix: string
  number: number
}

/** Minor units of the currencies that have as many decimals. */
export interface AmountIn {
  currencies: readonly Currency[]
  amounts: MinorUnits[]
}

export function readQuery(q: string): ReadQuery | null {
  const words = foldCase(q).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return null
  const text = words.join(' ')
  return { text, words: words.map(readTerm), whole: readTerm(text) }
}

const readTerm = (text: string): Term => ({ text, number: readNumber(text), amounts: readAmounts(text) })

const NUMBER = /^#?(?:(.*\D))?0*(\d{1,9})$/

function readNumber(text: string): DocumentNumber | null {
  const [, prefix = '', digits] = NUMBER.exec(text) ?? []
  const number = Number(digits ?? 0)
  return number > 0 ? { prefix: prefix.trim(), number } : null
}

const BY_DECIMALS = [0, 2, 3].map((decimals) => ({
  decimals,
  currencies: CURRENCIES.filter((currency) => decimalsOf(currency) === decimals),
}))

/** `1,250` is either a thousand or a little more than one: it finds both. */
const READINGS = ['en-US', 'de-DE']

function readAmounts(text: string): AmountIn[] {
  return BY_DECIMALS.flatMap(({ decimals, currencies }) => {
    const amounts = READINGS.flatMap((locale) => {
      const value = readMoney(text, { decimals, locale })
      return value === null ? [] : (exactly(value, currencies[0] ?? '') ?? [])
    })
    return amounts.length > 0 ? [{ currencies, amounts: [...new Set(amounts)] }] : []
  })
}

/** Null if the currency has no such amount. */
function exactly(value: number, currency: Currency): MinorUnits | null {
  const amount = toMinorUnits(value, currency)
  const isExact = Math.abs(amount - value * 10 ** decimalsOf(currency)) < 1e-6
  return isExact && amount > 0 && amount <= MAX_AMOUNT ? amount : null
}
