import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ApprovalProblemKind, ProblemFilter } from './contract.ts'

export interface NewProblem {
  kind: ApprovalProblemKind
  reason: string
  invoice_id: number | null
  noticed_at: Date
}

export async function putProblem(
  db: Db,
  accountId: AccountId,
  deliverableId: number,
  problem: NewProblem,
): Promise<void> {
  await db
    .insertInto('approval_problems')
    .values({ account_id: accountId, deliverable_id: deliverableId, ...problem })
    .onConflict((conflict) => conflict.columns(['account_id', 'deliverable_id']).doUpdateSet(problem))
    .execute()
}

export async function deleteProblem(db: Db, accountId: AccountId, deliverableId: number): Promise<void> {
  await db
    .deleteFrom('approval_problems')
    .where('account_id', '=', accountId)
    .where('deliverable_id', '=', deliverableId)
    .execute()
}

export interface FoundProblem {
  deliverable_id: number
  title: string
  project_id: number
  project_name: string
  client_id: number | null
  currency: Currency
  fee: MinorUnits | null
  kind: ApprovalProblemKind
  reason: string
  invoice: { id: number; invoice_number: string } | null
  noticed_at: Date
}

/** Those that are not solved yet: a statement, or a part of one. The books say what is solved, so that nobody has to mark it. */
export const openProblems = (
  accountId: AccountId,
  { project_id }: ProblemFilter,
  limit: number,
): RawBuilder<FoundProblem> => sql<FoundProblem>`
    select problem.deliverable_id, d.title, p.id as project_id, p.name as project_name, p.client_id, p.currency, d.fee,
      problem.kind, problem.reason, problem.noticed_at, case when i.id is not null
        then json_build_object('id', i.id, 'invoice_number', i.invoice_number) end as invoice
    from approval_problems problem
    join deliverables d on d.account_id = problem.account_id and d.id = problem.deliverable_id
    join projects p on p.account_id = d.account_id and p.id = d.project_id
    left join invoices i on i.account_id = problem.account_id and i.id = problem.invoice_id
    where problem.account_id = ${accountId} ${project_id ? sql`and p.id = ${project_id}` : sql``}
      and case problem.kind
        when 'not_made' then d.status = 'approved' and d.fee is not null and not d.is_billed
        when 'not_sent' then i.status = 'draft'
        else i.status in ('sent', 'overdue') and not exists (
          select from invoice_mails m where m.account_id = i.account_id and m.invoice_id = i.id)
      end
    order by problem.noticed_at desc, problem.deliverable_id desc limit ${limit}`
