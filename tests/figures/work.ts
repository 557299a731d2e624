import type { Currency } from '#core/currency.ts'
import type { GroupBy } from '#features/billing/billable-work/contract.ts'
import { rounded, share, sum } from './exact.ts'

export interface ModelProject {
  id: number
  name: string
  client: number
  currency: Currency
  rate: number
  /** The seconds that the rate pays for. */
  per: number
}

export interface ModelTime {
  id: number
  project: ModelProject
  description: string
  day: string
  seconds: number
  rate: number
  per: number
  isBillable: boolean
  isBilled: boolean
}

export interface Rounding {
  minutes: number
  mode: 'nearest' | 'up'
}

/** A line of an invoice, with its quantity in ten-thousandths. */
export interface ModelLine {
  id: number
  quantity: number
  rate: number
  amount: number
  project: ModelProject | null
  work: ModelTime[]
}

/** Each entry is rounded by itself, to at least one step. */
export function billedSeconds({ seconds }: Pick<ModelTime, 'seconds'>, { minutes, mode }: Rounding): number {
  if (minutes === 0) return seconds
  const step = minutes * 60
  const steps = mode === 'up' ? Math.ceil(seconds / step) : rounded(BigInt(seconds), BigInt(step))
  return Math.max(1, steps) * step
}

const GROUPS: Record<GroupBy, (time: ModelTime) => string | number> = {
  entry: ({ id }) => id,
  day: ({ day }) => day,
  description: ({ description }) => description,
  project: () => '',
}

/** Time is billed by project and rate, and within them as it is grouped: exact seconds, rounded once for each line. */
export function timeLines(work: readonly ModelTime[], groupBy: GroupBy, rounding: Rounding): ModelLine[] {
  const groups = Map.groupBy(work, (time) =>
    JSON.stringify([time.project.id, time.rate, time.per, GROUPS[groupBy](time)]),
  )
  return [...groups.values()].map((group) => {
    const [{ rate, per, project } = missing()] = group
    const seconds = sum(group, (time) => billedSeconds(time, rounding))
    return {
      id: 0,
      quantity: Math.max(1, share(10_000, seconds, per)),
      rate,
      amount: share(rate, seconds, per),
      project,
      work: group,
    }
  })
}

export const loggedSeconds = (work: readonly ModelTime[]): number => sum(work, ({ seconds }) => seconds)

function missing(): never {
  throw new Error('a group is empty')
}

/** Hours as the wire has them: four decimals, from which the same seconds follow. */
export const inHours = (seconds: number): number => rounded(BigInt(seconds) * 10_000n, 3600n) / 10_000
