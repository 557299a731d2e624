import { z } from 'zod'

/**
 * Money is whole cents everywhere inside, and a JSON number with at most two decimals on the wire.
 * Every sum, tax and rounding of the product is computed here, for server, forms, portal and PDF alike.
 */
export type Cents = number

export const LARGEST_AMOUNT: Cents = 99_999_999_999

export const toCents = (amount: number): Cents => Math.round(amount * 100)
export const fromCents = (cents: Cents): number => cents / 100
export const hasWholeCents = (amount: number): boolean => fromCents(toCents(amount)) === amount

/** An amount of money as the wire carries it, read into cents. */
export const Money = z.codec(
  z
    .number()
    .min(-fromCents(LARGEST_AMOUNT))
    .max(fromCents(LARGEST_AMOUNT), 'Must be at most 999,999,999.99')
    .refine(hasWholeCents, 'Must have at most two decimals'),
  z.int(),
  { decode: toCents, encode: fromCents },
)
