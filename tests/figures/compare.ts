import fc from 'fast-check'
import { HISTORY } from './history.ts'
import { compareInvoices, comparePages } from './pages.ts'
import { compareExport, comparePapers } from './papers.ts'
import { Replay } from './replay.ts'
import { compareReports } from './reports.ts'

/** Replays random histories by the API and in an independent model, and compares every figure that is stated. */
export const compareHistories = (numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(HISTORY, async (history) => {
      const replay = await Replay.open(history)
      for (const step of [...history.start, ...history.steps]) {
        await replay.take(step)
        await compareInvoices(replay)
      }
      await comparePages(replay)
      await compareReports(replay)
      await compareExport(replay)
      await comparePapers(replay, history.sample)
    }),
    // Shrinking would replay hundreds of histories; seed and path repeat the one that failed.
    { numRuns, endOnFailure: true },
  )
