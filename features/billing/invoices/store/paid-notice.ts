import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AsJson } from '#server/database/json.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { PaidNotice } from '../contract/payments.ts'

/** Part of the paid notice that is to be answered. A payment that was entered since, and not reversed, is the answer. */
export const inPaidNotice = (what: RawBuilder<unknown>) => sql`(
  select ${what} from paid_notices n
  where n.account_id = invoices.account_id and n.invoice_id = invoices.id and invoices.status in ('sent', 'overdue')
    and (
      select true from payments p
      where p.account_id = n.account_id and p.invoice_id = n.invoice_id and p.created_at > n.created_at
        and p.kind <> 'reversal' and not exists (
          select from payments r
          where r.account_id = p.account_id and r.invoice_id = p.invoice_id and r.kind = 'reversal'
            and (r.reverses_id = p.id or r.reverses_id is null and r.id > p.id)
        )
      limit 1
    ) is null
)`

export const itsPaidNotice = sql<AsJson<PaidNotice> | null>`${inPaidNotice(
  sql`json_build_object('paid_on', n.paid_on, 'note', n.note, 'created_at', n.created_at)`,
)}`.as('paid_notice')

/** One that was answered is replaced. */
export async function putPaidNotice(
  db: Db,
  accountId: AccountId,
  { invoice_id, ...notice }: PaidNotice & { invoice_id: number },
): Promise<void> {
  await db
    .insertInto('paid_notices')
    .values({ account_id: accountId, invoice_id, ...notice })
    .onConflict((conflict) => conflict.columns(['account_id', 'invoice_id']).doUpdateSet(notice))
    .execute()
}

export async function deletePaidNotice(db: Db, accountId: AccountId, invoiceId: number): Promise<void> {
  await db
    .deleteFrom('paid_notices')
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}
