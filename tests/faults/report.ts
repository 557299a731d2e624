import type { Outcome } from '#tests/outcomes.ts'

/** Collects what was checked, shows how far it is, and prints the table at the end. */
export class Report {
  readonly #results = new Map<string, { part: string; what: string; times: number; faults: string[] }>()
  readonly #notes: string[] = []
  readonly #started = performance.now()

  progress(part: string, words: string): void {
    const seconds = Math.round((performance.now() - this.#started) / 1000)
    console.log(`${String(seconds).padStart(4)} s  ${part}: ${words}`)
  }

  /** Once for each time that something was checked; it fails if it failed once. */
  check(part: string, what: string, faults: string[], when = ''): void {
    const result = this.#results.get(`${part} ${what}`) ?? { part, what, times: 0, faults: [] }
    this.#results.set(`${part} ${what}`, result)
    result.times += 1
    if (faults.length > 0) this.progress(part, `FAILS ${when}: ${what}: ${faults[0]}`)
    result.faults.push(...faults.map((fault) => (when ? `${when}: ${fault}` : fault)))
  }

  /** A figure that says how hard it was tried. */
  note(words: string): void {
    this.#notes.push(words)
  }

  print(): Outcome {
    const results = [...this.#results.values()]
    const failed = results.filter(({ faults }) => faults.length > 0)
    const width = Math.max(...results.map(({ part }) => part.length), 4)
    console.log(`\n${'part'.padEnd(width)}  times  result  what must hold`)
    for (const { part, times, faults, what } of results) {
      const result = faults.length > 0 ? 'FAILS ' : 'holds '
      console.log(`${part.padEnd(width)}  ${String(times).padStart(5)}  ${result}  ${what}`)
    }
    for (const note of this.#notes) console.log(`\n${note}`)
    const failures = failed.map(({ part, what, faults }) =>
      [
        `${part}: ${what}`,
        ...faults.slice(0, 10).map((fault) => `  - ${fault}`),
        ...(faults.length > 10 ? [`  and ${faults.length - 10} more`] : []),
      ].join('\n'),
    )
    for (const failure of failures) console.log(`\n${failure}`)
    const passed = results.length - failures.length
    console.log(`\n${passed} passed, ${failures.length} failed`)
    return { passed, failures }
  }
}
