import type { Currency } from '#core/currency.ts'
import { formatMoney } from '#core/format.ts'
import { Panel } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Report } from './contract.ts'
import { costLines, costOf, hasCosts, NOTHING_BOOKED, type Results, resultsOf } from './rules/report.ts'

const isEmpty = (report: Report) =>
  report.totalRevenue === 0 && report.totalExpenses === 0 && !hasCosts(report)

/** Income, what was spent on what, and what is left. */
export function ProfitAndLoss({ report }: { report: Report | undefined }) {
  return (
    <Panel title="Profit and Loss">
      {report ? (
        <Statement report={report} />
      ) : (
        <Loading>
          <Skeleton className="h-56" />
        </Loading>
      )}
    </Panel>
  )
}

function Statement({ report }: { report: Report }) {
  if (isEmpty(report)) return <p className="py-9 text-center text-faint">{NOTHING_BOOKED}</p>
  const { currency, totalRevenue, totalExpenses, expensesByCategory, paymentCosts, profit } = report
  return (
    <dl>
      <Line name="Income" amount={totalRevenue} currency={currency} strong />
      <Line name="Expenses" amount={totalExpenses} currency={currency} strong />
      {expensesByCategory.map(({ category, amount }) => (
        <Line key={category} name={category} amount={amount} currency={currency} />
      ))}
      {costLines(paymentCosts).map(({ name, amount }) => (
        <Line key={name} name={name} amount={amount} currency={currency} strong />
      ))}
      <Line name="Net profit" amount={profit} currency={currency} strong sum />
    </dl>
  )
}

type LineProps = { name: string; amount: number; currency: Currency; strong?: boolean; sum?: boolean }

function Line({ name, amount, currency, strong = false, sum = false }: LineProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4 py-1.5',
        strong ? 'font-medium' : 'text-muted',
        sum && 'mt-1.5 border-t border-edge pt-3 font-semibold',
      )}
    >
      <dt className={cx(!strong && 'pl-4')}>{name}</dt>
      <dd className={cx('tabular-nums', amount < 0 && 'text-red-ink')}>{formatMoney(amount, currency)}</dd>
    </div>
  )
}

type Row = Results['rows'][number] & { currency: Currency }

const result = (amount: number, currency: Currency) => (
  <span className={cx(amount < 0 && 'text-red-ink')}>{formatMoney(amount, currency)}</span>
)

const COSTS_COLUMN: Column<Row> = {
  id: 'costs',
  header: 'Payment costs',
  cell: ({ costs, currency }) => formatMoney(costs, currency),
  align: 'right',
}

const columnsBy = (by: Results['by'], withCosts: boolean): Column<Row>[] => [
  { id: 'period', header: by, cell: ({ period }) => period, primary: true },
  {
    id: 'income',
    header: 'Income',
    cell: ({ income, currency }) => formatMoney(income, currency),
    align: 'right',
  },
  {
    id: 'expenses',
    header: 'Expenses',
    cell: ({ expenses, currency }) => formatMoney(expenses, currency),
    align: 'right',
  },
  ...(withCosts ? [COSTS_COLUMN] : []),
  { id: 'result', header: 'Net profit', cell: (row) => result(row.result, row.currency), align: 'right' },
]

export function ProfitAndLossByMonth({ report }: { report: Report | undefined }) {
  const { by, rows } = report ? resultsOf(report) : { by: 'Month' as const, rows: [] }
  const title = `Profit and Loss by ${by}`
  return (
    <Panel title={title} flush>
      {report ? (
        <Table
          caption={title}
          columns={columnsBy(by, hasCosts(report))}
          rows={isEmpty(report) ? [] : rows.map((row) => ({ ...row, currency: report.currency }))}
          rowKey={({ period }) => period}
          footer={{
            period: 'Total',
            income: formatMoney(report.totalRevenue, report.currency),
            expenses: formatMoney(report.totalExpenses, report.currency),
            costs: formatMoney(costOf(report.paymentCosts), report.currency),
            result: result(report.profit, report.currency),
          }}
          empty={<p className="px-5 py-14 text-center text-faint">{NOTHING_BOOKED}</p>}
        />
      ) : (
        <Loading>
          <div className="p-5">
            <Skeleton className="h-48" />
          </div>
        </Loading>
      )}
    </Panel>
  )
}
