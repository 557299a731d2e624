import type { FastifyInstance } from 'fastify'
import { type FloorDatabase, signedIn } from './database.ts'
import { inUnits, itsInvoice } from './rows.ts'

export function addExpenseCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/expenses', async (request) => {
    const { account, currency } = await signedIn(db, request)
    const expenses = await db.query(
      'expenses',
      `select e.id, e.project_id, p.name as project_name, c.id as client_id, c.name as client_name, e.category, e.description, e.amount, e.currency,
         e.exchange_rate, e.home_amount, e.date, e.is_billable, e.markup_percent, e.billable_amount, e.share_receipts,
         e.is_billed, ${itsInvoice('e')}, (
           select count(*) from expense_receipts r where r.account_id = $1 and r.expense_id = e.id
         ) as receipt_count, e.recurring_expense_id, e.version
       from expenses e left join projects p on p.account_id = e.account_id and p.id = e.project_id
         left join clients c on c.account_id = e.account_id and c.id = coalesce(e.client_id, p.client_id)
       where e.account_id = $1 order by e.date desc, e.id desc limit 50`,
      [account],
    )
    return expenses.map((expense) => ({
      ...inUnits(expense, 'amount', 'home_amount', 'markup_percent', 'billable_amount'),
      home_currency: currency,
    }))
  })
}
