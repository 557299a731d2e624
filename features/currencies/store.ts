import type { Currency } from '#core/currency.ts'
import type { ExchangeRate } from '#core/exchange.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'

export const findRate = (db: Db, accountId: AccountId, currency: Currency) =>
  db
    .selectFrom('exchange_rates')
    .select(['rate', 'used_at'])
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .executeTakeFirst()

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
