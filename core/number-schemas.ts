import { z } from 'zod'
import {
  fromHundredths,
  fromSeconds,
  fromTenThousandths,
  fromThousandths,
  type Seconds,
  toHundredths,
  toSeconds,
  toTenThousandths,
  toThousandths,
} from '#core/units.ts'

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
  min: number
  max: number
  /** The least that the message asks for, where less is accepted in special cases. */
  namedMin?: number
}

const COUNTS = ['no', 'one', 'two', 'three', 'four']

/** A number with decimals in JSON, a whole number of a small unit in code. */
const counted =
  (decimals: number, decode: (value: number) => number, encode: (count: number) => number) =>
  ({ min, max, namedMin = min }: Range) =>
    z.codec(
      maxValue(encode(max), minValue(encode(min), undefined, encode(namedMin))).refine(
        (value) => Number(value.toFixed(decimals)) === value,
        `Must have at most ${COUNTS[decimals]} decimals`,
      ),
      z.int(),
      { decode, encode },
    )

export const hundredths = counted(2, toHundredths, fromHundredths)
const thousandths = counted(3, toThousandths, fromThousandths)
export const tenThousandths = counted(4, toTenThousandths, fromTenThousandths)
/** Hours in JSON, seconds in code. */
export const hours = counted(4, toSeconds, fromSeconds)

export const HoursSum = hours({ min: 0, max: Number.MAX_SAFE_INTEGER })
export const Hours = (min: Seconds) => hours({ min, max: toSeconds(100_000) })
export const Percent = hundredths({ min: 0, max: toHundredths(100) })
export const TaxRate = thousandths({ min: 0, max: toThousandths(100) })
