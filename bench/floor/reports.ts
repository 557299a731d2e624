import type { FastifyInstance } from 'fastify'
import { monthOf } from '#core/calendar.ts'
import { rangeOf, sameDaysOfLastMonth } from '#features/pages/reports/rules/period.ts'
import { AGE_STARTS, type ReportDays, type Sums, toReport } from '#features/pages/reports/rules/report.ts'
import { type FloorDatabase, signedIn } from './database.ts'
import { inUnits } from './rows.ts'

export function addReportCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/reports', async (request) => {
    const { account, today, currency } = await signedIn(db, request)
    const range = rangeOf('lastyear', today)
    const lastMonth = sameDaysOfLastMonth(today)
    const days = [account, range.from, range.to]
    const projects = await db.query<ReportedProject>(
      'names of projects',
      `select p.id, p.name, p.status, c.name as client_name
       from projects p left join clients c on c.account_id = p.account_id and c.id = p.client_id
       where p.account_id = $1 order by p.name_key, p.id`,
      [account],
    )
    const clients = await db.query<{ id: number; name: string }>(
      'names of clients',
      'select id, name from clients where account_id = $1 order by name_key, id',
      [account],
    )
    const worked = await db.queryRange<WorkedSum>(
      `select project_id, sum(hours) as hours, coalesce(sum(hours) filter (where is_billable), 0) as billable
       from time_entries where account_id = $1 and date between $2 and $3 group by project_id`,
      days,
    )
    const paid = await db.queryRange<PaidSum>(
      `select to_char(p.paid_on, 'YYYY-MM') as month, i.client_id, i.project_id, i.tax_rate, sum(p.home_net) as amount,
         sum(p.home_amount - p.home_net) as tax, sum(p.fee) as fees, sum(p.exchange_difference) as differences
       from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id
       where p.account_id = $1 and p.paid_on between $2 and $3 group by 1, 2, 3, 4 order by 1, 4`,
      days,
    )
    const spent = await db.queryRange<SpentSum>(
      `select to_char(date, 'YYYY-MM') as month, category, project_id, sum(home_amount) as amount
       from expenses where account_id = $1 and date between $2 and $3 group by 1, 2, 3 order by 1`,
      days,
    )
    const ages = await db.query<Sums['ages'][number]>(
      'outstanding by age',
      `select width_bucket($2::date - coalesce(due_date, issue_date), $3::int[]) as reached, count(*) as invoices,
         sum(home_balance) as amount
       from invoices where account_id = $1 and status in ('sent', 'overdue') group by 1`,
      [account, today, AGE_STARTS],
    )
    const [recent = { thisMonth: 0, lastMonth: 0 }] = await db.query<RecentSums>(
      'revenue of two months',
      `select coalesce(sum(home_net) filter (where paid_on >= $2), 0) as "thisMonth",
         coalesce(sum(home_net) filter (where paid_on <= $3), 0) as "lastMonth"
       from payments where account_id = $1 and paid_on between $4 and $5`,
      [account, monthOf(today).first, lastMonth.to, lastMonth.from, today],
    )
    return reportOf({ timeRange: 'lastyear', ...range, today }, currency, {
      projects,
      clients,
      worked,
      paid,
      spent,
      recent,
      ages,
    })
  })
}

interface ReportedProject {
  id: number
  name: string
  client_name: string | null
  status: string
}

interface WorkedSum {
  project_id: number
  hours: number
  billable: number
}

interface PaidSum {
  month: string
  client_id: number
  project_id: number | null
  tax_rate: number
  amount: number
  tax: number
  fees: number
  differences: number
}

interface SpentSum {
  month: string
  category: Sums['categories'][number]['category']
  project_id: number | null
  amount: number
}

type RecentSums = Pick<Sums, 'thisMonth' | 'lastMonth'>

interface ReportRows {
  projects: ReportedProject[]
  clients: { id: number; name: string }[]
  worked: WorkedSum[]
  paid: PaidSum[]
  spent: SpentSum[]
  recent: RecentSums
  ages: Sums['ages']
}

function reportOf(days: ReportDays, currency: string, rows: ReportRows) {
  const { projects, clients, worked, paid, spent, recent, ages } = rows
  const [hours, billable] = [sumBy(worked, 'project_id', 'hours'), sumBy(worked, 'project_id', 'billable')]
  const [revenue, expenses] = [sumBy(paid, 'project_id', 'amount'), sumBy(spent, 'project_id', 'amount')]
  const [months, categories] = [sumBy(paid, 'month', 'amount'), sumBy(spent, 'category', 'amount')]
  const ofClients = sumBy(paid, 'client_id', 'amount')
  const total = (sums: Map<unknown, number>) => [...sums.values()].reduce((sum, value) => sum + value, 0)
  const report = toReport(
    days,
    {
      ...recent,
      activeProjects: projects.filter(({ status }) => status === 'active').length,
      billableHours: total(billable),
      nonBillableHours: total(hours) - total(billable),
      projects: projects
        .filter(({ id }) => hours.has(id) || revenue.has(id) || expenses.has(id))
        .map(({ id, name, client_name }) => ({
          project_id: id,
          project_name: name,
          client_name,
          hours: hours.get(id) ?? 0,
          revenue: revenue.get(id) ?? 0,
          expenses: expenses.get(id) ?? 0,
        }))
        .sort((one, other) => other.revenue - one.revenue || other.hours - one.hours),
      unassigned: { revenue: revenue.get(null) ?? 0, expenses: expenses.get(null) ?? 0 },
      months: [...months].map(([month, amount]) => ({ month, amount })),
      categories: [...categories]
        .map(([category, amount]) => ({ category, amount }))
        .sort((one, other) => other.amount - one.amount),
      clients: clients
        .filter(({ id }) => ofClients.has(id))
        .map(({ id, name }) => ({ client_id: id, client_name: name, revenue: ofClients.get(id) ?? 0 }))
        .sort((one, other) => other.revenue - one.revenue),
      taxes: [...Map.groupBy(paid, ({ month, tax_rate }) => `${month} ${tax_rate}`).values()].flatMap(
        (rows) => {
          const [first] = rows
          if (!first) return []
          const sum = (of: 'amount' | 'tax') => rows.reduce((total, row) => total + Number(row[of]), 0)
          return { month: first.month, tax_rate: first.tax_rate, net: sum('amount'), tax: sum('tax') }
        },
      ),
      spending: [...Map.groupBy(spent, ({ month }) => month)].flatMap(([month, rows]) =>
        [...sumBy(rows, 'category', 'amount')]
          .map(([category, amount]) => ({ month, category, amount }))
          .sort((one, other) => other.amount - one.amount),
      ),
      costs: [...Map.groupBy(paid, ({ month }) => month)].map(([month, rows]) => ({
        month,
        fees: rows.reduce((sum, { fees }) => sum + Number(fees), 0),
        exchangeDifferences: rows.reduce((sum, { differences }) => sum + Number(differences), 0),
      })),
      ages,
    },
    currency,
  )
  inUnits(report, 'totalRevenue', 'totalTax', 'totalExpenses', 'profit', 'profitMargin', 'totalOutstanding')
  inUnits(report.paymentCosts, 'fees', 'exchangeDifferences')
  inUnits(report.monthlyStats, 'currentMonth', 'growth')
  inUnits(report.timeUtilization, 'billableHours', 'nonBillableHours', 'totalHours', 'billableRate')
  inUnits(report.unassigned, 'revenue', 'expenses')
  for (const project of report.projectProfitability)
    inUnits(project, 'hours', 'revenue', 'expenses', 'profit', 'margin')
  for (const part of [...report.incomeByMonth, ...report.expensesByCategory, ...report.outstandingByAge])
    inUnits(part, 'amount')
  for (const month of report.profitAndLoss) {
    inUnits(month, 'income', 'expenses', 'result')
    inUnits(month.paymentCosts, 'fees', 'exchangeDifferences')
    for (const part of month.expensesByCategory) inUnits(part, 'amount')
  }
  for (const part of report.taxByMonth) inUnits(part, 'tax_rate', 'net', 'tax')
  for (const client of report.clientRevenue) inUnits(client, 'revenue')
  return report
}

function sumBy<Found, Key extends keyof Found>(
  rows: Found[],
  key: Key,
  column: keyof Found,
): Map<Found[Key], number> {
  const sums = new Map<Found[Key], number>()
  for (const row of rows) sums.set(row[key], (sums.get(row[key]) ?? 0) + Number(row[column]))
  return sums
}
