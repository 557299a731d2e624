import { useState } from 'react'
import type { Currency } from '#core/currency.ts'
import { countOf, formatHoursInColumn, formatMoney, formatPercent } from '#core/format.ts'
import { WITHOUT_PROJECT } from '#features/billing/billable-work/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, type Sort, Table } from '#web/ui/table.tsx'
import type { ProjectProfit, Report } from './contract.ts'
import { hasUnassigned, NO_PROJECTS, type ProfitColumn, profitOf, sortProjects } from './rules/report.ts'

/** A project, or everything that belongs to no project. */
type Row = Omit<ProjectProfit, 'project_id' | 'hours'> & {
  project_id: number | null
  hours: number | null
  currency: Currency
}

const loss = (amount: number, text: string) => (
  <span className={cx(amount < 0 && 'text-red-ink')}>{text}</span>
)

const COLUMNS: Column<Row>[] = [
  { id: 'project_name', header: 'Project', cell: Name, sortable: true, primary: true },
  {
    id: 'hours',
    header: 'Hours',
    cell: ({ hours }) => hours !== null && formatHoursInColumn(hours),
    align: 'right',
    sortable: true,
  },
  {
    id: 'revenue',
    header: 'Revenue',
    cell: ({ revenue, currency }) => formatMoney(revenue, currency),
    align: 'right',
    sortable: true,
  },
  {
    id: 'expenses',
    header: 'Expenses',
    cell: ({ expenses, currency }) => formatMoney(expenses, currency),
    align: 'right',
    sortable: true,
  },
  {
    id: 'profit',
    header: 'Profit',
    cell: ({ profit, currency }) => loss(profit, formatMoney(profit, currency)),
    align: 'right',
    sortable: true,
  },
  {
    id: 'margin',
    header: 'Margin',
    cell: ({ margin }) => loss(margin, formatPercent(margin)),
    align: 'right',
    sortable: true,
  },
]

function Name({ project_id, project_name, client_name }: Row) {
  return (
    <span className="block min-w-0 wrap-anywhere md:min-w-36">
      <span className={cx('block', project_id === null && 'font-normal text-muted')}>{project_name}</span>
      {client_name && <span className="block text-micro font-normal text-faint">{client_name}</span>}
    </span>
  )
}

/** A long table takes as long to lay out as the rest of the report, and few readers look beyond its best rows. */
const FIRST_PROJECTS = 25

export function Profitability({ report }: { report: Report | undefined }) {
  const [isWhole, setWhole] = useState(false)
  const [sort, setSort] = useState<Sort>({ column: 'revenue', direction: 'descending' })
  const overall = profitOf(report?.totalRevenue ?? 0, report?.totalExpenses ?? 0)
  const projects = report?.projectProfitability.length ?? 0
  const shown = isWhole ? projects : FIRST_PROJECTS
  return (
    <Panel title="Project Profitability Analysis" flush>
      {report ? (
        <Table
          caption="Project Profitability Analysis"
          columns={COLUMNS}
          rows={rowsOf(report, sort, shown)}
          rowKey={({ project_id }) => project_id ?? 'none'}
          sort={sort}
          onSortChange={setSort}
          footer={{
            project_name: 'Total',
            hours: formatHoursInColumn(report.timeUtilization.totalHours),
            revenue: formatMoney(report.totalRevenue, report.currency),
            expenses: formatMoney(report.totalExpenses, report.currency),
            profit: loss(overall.profit, formatMoney(overall.profit, report.currency)),
            margin: loss(overall.margin, formatPercent(overall.margin)),
          }}
          empty={<p className="px-5 py-14 text-center text-faint">{NO_PROJECTS}</p>}
        />
      ) : (
        <Loading>
          <div className="p-5">
            <Skeleton className="h-64" />
          </div>
        </Loading>
      )}
      {projects > shown && (
        <div className="border-t border-hairline px-5 py-3">
          <Button variant="ghost" onClick={() => setWhole(true)}>
            Show all {countOf(projects, 'project')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** The first rows. Amounts without a project come last, so that the table adds up to the totals. */
function rowsOf(report: Report, { column, direction }: Sort, shown: number): Row[] {
  const { currency } = report
  const projects = sortProjects(report.projectProfitability, column as ProfitColumn, direction)
    .slice(0, shown)
    .map((project) => ({ ...project, currency }))
  if (projects.length === 0 || !hasUnassigned(report)) return projects
  const { revenue, expenses } = report.unassigned
  const rest = { project_id: null, project_name: WITHOUT_PROJECT, client_name: null, hours: null, currency }
  return [...projects, { ...rest, revenue, expenses, ...profitOf(revenue, expenses) }]
}
