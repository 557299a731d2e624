import { monthOf } from '#core/calendar.ts'
import { unbilledSums } from '#features/billing/billable-work/actions.ts'
import { ratesFor } from '#features/foundation/currencies/actions.ts'
import type { Rates } from '#features/foundation/currencies/rules.ts'
import type { Context } from '#server/context.ts'
import type { Money, MoneyFilter } from './contract.ts'
import { type MoneySums, toMoney } from './rules.ts'
import * as store from './store.ts'

/** The money of the account, of a client or of a project. */
export async function getMoney(ctx: Context, filter: MoneyFilter): Promise<Money> {
  const { sums, rates } = await sumUpMoney(ctx, filter)
  return toMoney(sums, { ...rates, month: monthOf(ctx.today), today: ctx.today })
}

/** The sums before they are valued, with the rates for it. */
export async function sumUpMoney(
  ctx: Context,
  filter: MoneyFilter,
): Promise<{ sums: MoneySums; rates: Rates }> {
  const { db, accountId, today } = ctx
  const sums = await store.sumUp(db, accountId, filter, {
    today,
    month: monthOf(today),
    unbilled: unbilledSums(ctx, filter),
  })
  const unrated = [...sums.unbilled, ...sums.recurring]
  const rates = await ratesFor(
    ctx,
    unrated.map(({ currency }) => currency),
  )
  return { sums, rates }
}
