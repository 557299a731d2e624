import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { table } from '../../bench/table.ts'

/** The figures of one kind of fault. */
export class FaultFigures {
  readonly name: string
  /** From each fault to the first write that was acknowledged after it. */
  readonly secondsToFirstWrite: number[] = []
  readonly before = new Latency()
  readonly during = new Latency()
  readonly after = new Latency()
  unanswered = 0

  constructor(name: string) {
    this.name = name
  }
}

/** The latency of acknowledged writes. */
export class Latency {
  readonly #times: RecordableHistogram = createHistogram()

  record(milliseconds: number): void {
    this.#times.record(Math.max(1, Math.round(milliseconds * 1000)))
  }

  get shown(): string {
    if (this.#times.count === 0) return '–'
    const at = (percentile: number) => Math.round(this.#times.percentile(percentile) / 1000)
    return `${at(50)} / ${at(99)}`
  }
}

export const GOAL_SECONDS = 12

const seconds = (value: number) => value.toFixed(1)

export function faultTable(figures: FaultFigures[]): string {
  const rows = figures.map(({ name, secondsToFirstWrite, before, during, after, unanswered }) => {
    const sorted = secondsToFirstWrite.toSorted((one, other) => one - other)
    const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
    const slowest = sorted.at(-1) ?? 0
    return [
      name,
      String(sorted.length),
      seconds(median),
      seconds(slowest),
      slowest <= GOAL_SECONDS ? 'met' : 'missed',
      before.shown,
      during.shown,
      after.shown,
      String(unanswered),
    ]
  })
  const head = ['fault', 'times', 'first write, s', 'slowest', `goal ${GOAL_SECONDS} s`]
  return table([...head, 'before, ms', 'during', 'after', 'repeated'], rows)
}
