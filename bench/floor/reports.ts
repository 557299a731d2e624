import { addDays, addMonths, dateIn } from '#core/calendar.ts'
import type { Answer } from './visit.ts'

interface Worked {
  project_id: number
  hours: number
  billable: number
}

interface Paid {
  month: string
  client_id: number
  project_id: number | null
  amount: number
}

interface Spent {
  category: string
  project_id: number | null
  amount: number
}

/** The specified parts of a year's report: each table is read once, and the rest is added up here. */
export const REPORTS: Record<string, Answer> = {
  'GET /api/reports': async ({ db, account }) => {
    const today = dateIn('UTC', new Date())
    const lastMonth = addMonths(today, -1)
    const year = [account, addDays(addMonths(today, -12), 1), today]
    const projects = await db.query<{ id: number; name: string }>(
      'names of projects',
      'select id, name from projects where account_id = $1 order by name_key, id',
      [account],
    )
    const clients = await db.query<{ id: number; name: string }>(
      'names of clients',
      'select id, name from clients where account_id = $1 order by name_key, id',
      [account],
    )
    const worked = await db.queryRange<Worked>(
      `select project_id, sum(hours) as hours, coalesce(sum(hours) filter (where is_billable), 0) as billable
       from time_entries where account_id = $1 and date between $2 and $3 group by project_id`,
      year,
    )
    const paid = await db.queryRange<Paid>(
      `select to_char(p.paid_on, 'YYYY-MM') as month, i.client_id, i.project_id, sum(p.home_net) as amount
       from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
       where p.account_id = $1 and p.paid_on between $2 and $3 group by 1, 2, 3`,
      year,
    )
    const spent = await db.queryRange<Spent>(
      `select category, project_id, sum(home_amount) as amount
       from expenses where account_id = $1 and date between $2 and $3 group by 1, 2`,
      year,
    )
    const { now, before } = await db.queryOne<{ now: number; before: number }>(
      'revenue of two months',
      `select coalesce(sum(home_net) filter (where paid_on >= $2), 0) as now,
         coalesce(sum(home_net) filter (where paid_on <= $3), 0) as before
       from payments where account_id = $1 and paid_on between $4 and $5`,
      [account, `${today.slice(0, 7)}-01`, lastMonth, `${lastMonth.slice(0, 7)}-01`, today],
    )
    const logged = sumBy(worked, 'project_id', 'hours')
    const revenue = sumBy(paid, 'project_id', 'amount')
    const expenses = sumBy(spent, 'project_id', 'amount')
    const ofClients = sumBy(paid, 'client_id', 'amount')
    const ofMonths = sumBy(paid, 'month', 'amount')
    const [hours, billable] = [total(worked, 'hours'), total(worked, 'billable')]
    return {
      monthlyStats: { currentMonth: now / 100, growth: percent(now - before, Math.abs(before)) },
      timeUtilization: {
        billableHours: inHours(billable),
        nonBillableHours: inHours(hours - billable),
        totalHours: inHours(hours),
        billableRate: percent(billable, hours),
      },
      projectProfitability: projects
        .filter(({ id }) => logged.has(id) || revenue.has(id) || expenses.has(id))
        .map(({ id, name }) => {
          const [earned, cost] = [revenue.get(id) ?? 0, expenses.get(id) ?? 0]
          return {
            project_name: name,
            hours: inHours(logged.get(id) ?? 0),
            revenue: earned / 100,
            expenses: cost / 100,
            profit: (earned - cost) / 100,
            margin: percent(earned - cost, earned),
          }
        })
        .sort((one, other) => other.revenue - one.revenue || other.hours - one.hours),
      incomeByMonth: Array.from({ length: 13 }, (_, index) => {
        const month = addMonths(today, index - 12).slice(0, 7)
        return { month, amount: (ofMonths.get(month) ?? 0) / 100 }
      }),
      expensesByCategory: [...sumBy(spent, 'category', 'amount')]
        .map(([category, amount]) => ({ category, amount: amount / 100 }))
        .sort((one, other) => other.amount - one.amount),
      clientRevenue: clients
        .filter(({ id }) => ofClients.has(id))
        .map(({ id, name }) => ({ client_name: name, revenue: (ofClients.get(id) ?? 0) / 100 }))
        .sort((one, other) => other.revenue - one.revenue),
    }
  },
}

const inHours = (seconds: number) => Math.round((seconds / 3600) * 10_000) / 10_000

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100)

const total = <Found>(rows: Found[], column: keyof Found): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

function sumBy<Found, Key extends keyof Found>(
  rows: Found[],
  key: Key,
  column: keyof Found,
): Map<Found[Key], number> {
  const sums = new Map<Found[Key], number>()
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + Number(row[column]))
  return sums
}
