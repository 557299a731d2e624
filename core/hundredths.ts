/** Hours, quantities and percents are integers in hundredths, so sums are exact. */
export type Hundredths = number

/** Adding 0 turns -0 into 0. */
export const toHundredths = (value: number): Hundredths => Math.round(value * 100) + 0
export const fromHundredths = (count: Hundredths): number => count / 100

/** The hours of one time entry. */
export const MIN_ENTRY_HOURS: Hundredths = 10
export const MAX_ENTRY_HOURS: Hundredths = 100_000
