import { countOf } from '#core/format.ts'
import { ApiError } from './api-error.ts'
import { useChange } from './change.ts'

interface BulkChange<Row, Input, Result> {
  /** The first part of every query key for these records. */
  noun: string
  /** "client" and, if it is irregular, "time entries". */
  one: string
  many?: string
  /** "deleted" */
  done: string
  run(row: Row, input: Input): Promise<Result>
  undo?(result: Result): (() => Promise<unknown>) | undefined
}

interface Outcome<Result> {
  results: Result[]
  refused: ApiError[]
}

/** Changes several records, one call after the other. Those that are refused stay as they are, and the message says so. */
export function useBulkChange<Row, Result, Input = void>(change: BulkChange<Row, Input, Result>) {
  const { noun, one, many, done, run, undo } = change
  return useChange<unknown, { rows: readonly Row[]; input: Input }, Outcome<Result>>({
    queryKey: [noun, 'list'],
    run: async ({ rows, input }) => {
      const outcome: Outcome<Result> = { results: [], refused: [] }
      for (const row of rows) {
        try {
          outcome.results.push(await run(row, input))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          outcome.refused.push(error)
        }
      }
      const [refusal] = outcome.refused
      if (refusal && outcome.results.length === 0) throw refusal
      return outcome
    },
    succeeded: ({ results, refused: [refusal, ...others] }) => [
      `${countOf(results.length, one, many)} ${done}`,
      refusal && `${countOf(others.length + 1, one, many)} could not be ${done}: ${refusal.message}`,
    ],
    undo: ({ results }) => {
      const undos = results.map((result) => undo?.(result)).filter((one) => one !== undefined)
      if (undos.length === 0) return undefined
      return async () => {
        for (const one of undos.toReversed()) await one()
      }
    },
    failed: `Nothing was ${done}`,
  })
}
