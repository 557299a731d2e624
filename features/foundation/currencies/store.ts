import { sql } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { ExchangeRate } from '#core/exchange.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ReferenceRate } from './rules.ts'

export const findRates = (db: Db, accountId: AccountId, currencies: Currency[]) =>
  db
    .selectFrom('exchange_rates')
    .select(['currency', 'rate', 'used_at'])
    .where('account_id', '=', accountId)
    .where('currency', 'in', currencies)
    .execute()

export async function rememberRate(
  db: Db,
  accountId: AccountId,
  currency: Currency,
  rate: ExchangeRate,
  now: Date,
): Promise<void> {
  await db
    .insertInto('exchange_rates')
    .values({ account_id: accountId, currency, rate, used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'currency']).doUpdateSet({ rate, used_at: now }),
    )
    .execute()
}

export const findReferenceRates = (db: Db, currencies: Currency[]): Promise<ReferenceRate[]> =>
  db.selectFrom('reference_rates').selectAll().where('currency', 'in', currencies).execute()

/** A rate of an earlier day does not replace a newer one. */
export async function storeReferenceRates(db: Db, rates: ReferenceRate[]): Promise<void> {
  await db
    .insertInto('reference_rates')
    .values(rates)
    .onConflict((conflict) =>
      conflict
        .column('currency')
        .doUpdateSet({ per_euro: sql`excluded.per_euro`, day: sql`excluded.day` })
        .whereRef('reference_rates.day', '<=', 'excluded.day'),
    )
    .execute()
}
