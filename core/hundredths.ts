/** Money, hours, quantities and percents are counted in whole hundredths: no float is ever added up. */
export type Hundredths = number

/** The sum turns -0 into 0. */
export const toHundredths = (value: number): Hundredths => Math.round(value * 100) + 0
export const fromHundredths = (count: Hundredths): number => count / 100
