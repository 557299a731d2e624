import { z } from 'zod'
import { fromHundredths, type Hundredths, toHundredths } from '#core/hundredths.ts'

const formatted = (value: number) => value.toLocaleString('en-US')

/** A number. `missing` is the message if there is none. */
export const numberOr = (missing: string, unreadable = 'Must be a number') =>
  z.number({ error: ({ input }) => (input === undefined || input === null ? missing : unreadable) })

const number = numberOr('Is required')

export const minValue = (min: number, of = number, named = min) =>
  of.min(min, { error: () => `Must be at least ${formatted(named)}` })
export const maxValue = (max: number, of = number) =>
  of.max(max, { error: () => `Must be at most ${formatted(max)}` })

interface Range {
  min: Hundredths
  max: Hundredths
  /** The least that the message asks for, where less is accepted in special cases. */
  namedMin?: Hundredths
}

/** A number with at most two decimals in JSON, an integer in hundredths in code. */
export const hundredths = ({ min, max, namedMin = min }: Range) =>
  z.codec(
    maxValue(fromHundredths(max), minValue(fromHundredths(min), undefined, fromHundredths(namedMin))).refine(
      (value) => fromHundredths(toHundredths(value)) === value,
      'Must have at most two decimals',
    ),
    z.int(),
    { decode: toHundredths, encode: fromHundredths },
  )

export const Hours = (min: Hundredths) => hundredths({ min, max: 10_000_000 })
export const Percent = hundredths({ min: 0, max: 10_000 })
