/** Numbers with decimals are whole numbers of a small unit in code and in the database, so sums are exact. */

/** Percents: 12.5 % are 1250. */
export type Hundredths = number
/** Tax rates: 8.875 % are 8875. */
export type Thousandths = number
/** Quantities: 1.5 are 15,000. */
export type TenThousandths = number
/** Hours: 1:20 are 4,800, and 1.3333 in JSON. */
export type Seconds = number

/** Adding 0 turns -0 into 0. */
const count = (value: number, perOne: number): number => Math.round(value * perOne) + 0

export const toHundredths = (value: number): Hundredths => count(value, 100)
export const fromHundredths = (value: Hundredths): number => value / 100

export const toThousandths = (value: number): Thousandths => count(value, 1000)
export const fromThousandths = (value: Thousandths): number => value / 1000

export const toTenThousandths = (value: number): TenThousandths => count(value, 10_000)
export const fromTenThousandths = (value: TenThousandths): number => value / 10_000

export const ONE: TenThousandths = 10_000

export const HOUR: Seconds = 3600

export const toSeconds = (hours: number): Seconds => count(hours, HOUR)
/** Rounded to four decimals, from which `toSeconds` gets the same seconds. */
export const fromSeconds = (seconds: Seconds): number => count(seconds / HOUR, 10_000) / 10_000

export const hoursAsQuantity = (hours: Seconds): TenThousandths => toTenThousandths(fromSeconds(hours))

/** The hours of one time entry. */
export const MIN_ENTRY_HOURS: Seconds = toSeconds(0.1)
export const MAX_ENTRY_HOURS: Seconds = toSeconds(1000)
