import { type Context, inTransaction } from '#server/context.ts'
import type { Tour, TourStep } from './contract.ts'
import * as store from './store.ts'

export const getTour = ({ db, accountId }: Context): Promise<Tour> => store.findTour(db, accountId)

export function goToStep(ctx: Context, step: TourStep): Promise<Tour> {
  return inTransaction(ctx, async (tx) => {
    await store.saveStep(tx.db, ctx.accountId, step)
    return getTour(tx)
  })
}

/** A tour that was not started stays offered. */
export function finishTour(ctx: Context): Promise<Tour> {
  return inTransaction(ctx, async (tx) => {
    await store.markFinished(tx.db, ctx.accountId, ctx.now)
    return getTour(tx)
  })
}
