/** Hours, quantities and percents are integers in hundredths, so sums are exact. */
export type Hundredths = number

/** Adding 0 turns -0 into 0. */
export const toHundredths = (value: number): Hundredths => Math.round(value * 100) + 0
export const fromHundredths = (count: Hundredths): number => count / 100
