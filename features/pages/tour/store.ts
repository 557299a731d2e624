import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Tour, TourStep } from './contract.ts'

const FIRST: TourStep = 'timer'

export async function findTour(db: Db, accountId: AccountId): Promise<Tour> {
  const { rows } = await sql<Tour>`
    with shown as (
      select d.id as deliverable_id, d.project_id, p.client_id
      from deliverables d
      join projects p on p.account_id = d.account_id and p.id = d.project_id
      join clients c on c.account_id = p.account_id and c.id = p.client_id
      where d.account_id = ${accountId} and d.version > 0 and c.archived_at is null
      order by d.status = 'submitted' desc, d.fee is not null desc, d.id desc limit 1
    )
    select
      case when t.finished_at is not null then 'finished' when t.account_id is not null then 'started'
        else 'offered' end as status,
      coalesce(t.step, ${FIRST}) as step,
      shown.deliverable_id, shown.project_id, shown.client_id,
      (select id from invoices where account_id = ${accountId} and status = 'draft' order by id desc limit 1) as draft_id,
      coalesce(
        (select i.id from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
          where p.account_id = ${accountId} and p.provider_payment_id is not null and i.status = 'paid'
            and i.client_id = shown.client_id
          order by i.id desc limit 1),
        (select id from invoices where account_id = ${accountId} and status = 'paid' and client_id = shown.client_id
          order by id desc limit 1)
      ) as paid_id
    from (select) one
    left join tours t on t.account_id = ${accountId}
    left join shown on true`.execute(db)
  const [tour] = rows
  if (!tour) throw new Error('one row is expected')
  return tour
}

/** Starts the tour if it has not been started. One that was finished stays as it is. */
export async function saveStep(db: Db, accountId: AccountId, step: TourStep): Promise<void> {
  await db
    .insertInto('tours')
    .values({ account_id: accountId, step, finished_at: null })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ step }).where('tours.finished_at', 'is', null),
    )
    .execute()
}

/** Only if it was started. */
export async function markFinished(db: Db, accountId: AccountId, now: Date): Promise<void> {
  await db
    .updateTable('tours')
    .set({ finished_at: now })
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .execute()
}
