import type { Context, PublicContext } from '#server/context.ts'
import * as store from '../store/schedule.ts'

/** Null ends it. The invoice has to be locked. */
export const setSchedule = (
  { db, accountId }: Context,
  id: number,
  schedule: store.Schedule | null,
): Promise<void> => store.setSchedule(db, accountId, id, schedule)

export const postponeSchedule = ({ db, accountId }: Context, id: number, until: Date): Promise<void> =>
  store.postpone(db, accountId, id, until)

export const setScheduleProblem = ({ db, accountId }: Context, id: number, problem: string): Promise<void> =>
  store.setProblem(db, accountId, id, problem)

export const findInvoicesToSend = ({ db, now }: PublicContext) => store.findDueInvoices(db, now)
