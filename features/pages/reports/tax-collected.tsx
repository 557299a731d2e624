import { useState } from 'react'
import type { Currency } from '#core/currency.ts'
import { formatMoney, formatMonth, formatTaxRate } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Report } from './contract.ts'
import { NO_INCOME, type TaxOfRate, taxByRate } from './rules/report.ts'

type Row = TaxOfRate & { month?: string; currency: Currency }

const rate = ({ tax_rate }: Row) => formatTaxRate(tax_rate)

const AMOUNTS: Column<Row>[] = [
  { id: 'net', header: 'Net', cell: ({ net, currency }) => formatMoney(net, currency), align: 'right' },
  { id: 'tax', header: 'Tax', cell: ({ tax, currency }) => formatMoney(tax, currency), align: 'right' },
  {
    id: 'received',
    header: 'Received',
    cell: ({ net, tax, currency }) => formatMoney(net + tax, currency),
    align: 'right',
  },
]

const COLUMNS: Column<Row>[] = [{ id: 'first', header: 'Rate', cell: rate, primary: true }, ...AMOUNTS]
const MONTHLY_COLUMNS: Column<Row>[] = [
  { id: 'first', header: 'Month', cell: ({ month }) => month && formatMonth(month), primary: true },
  { id: 'rate', header: 'Rate', cell: rate, align: 'right' },
  ...AMOUNTS,
]

/** The tax in payments by rate, which a tax return asks for, and by month. */
export function TaxCollected({ report }: { report: Report | undefined }) {
  const [isMonthly, setIsMonthly] = useState(false)
  return (
    <Panel
      title="Tax Collected"
      flush
      actions={
        report &&
        report.taxByMonth.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="text-muted"
            aria-label={`Tax Collected by ${isMonthly ? 'rate' : 'month'}`}
            onClick={() => setIsMonthly(!isMonthly)}
          >
            {isMonthly ? 'By rate' : 'By month'}
          </Button>
        )
      }
    >
      {report ? (
        <TaxTable report={report} isMonthly={isMonthly} />
      ) : (
        <Loading>
          <div className="p-5">
            <Skeleton className="h-24" />
          </div>
        </Loading>
      )}
    </Panel>
  )
}

function TaxTable({ report, isMonthly }: { report: Report; isMonthly: boolean }) {
  const { currency, totalRevenue, totalTax } = report
  const lines: Omit<Row, 'currency'>[] = isMonthly ? report.taxByMonth : taxByRate(report)
  return (
    <Table
      caption="Tax Collected"
      columns={isMonthly ? MONTHLY_COLUMNS : COLUMNS}
      rows={lines.map((line) => ({ ...line, currency }))}
      rowKey={({ month, tax_rate }) => `${month} ${tax_rate}`}
      footer={{
        first: 'Total',
        net: formatMoney(totalRevenue, currency),
        tax: formatMoney(totalTax, currency),
        received: formatMoney(totalRevenue + totalTax, currency),
      }}
      empty={<p className="px-5 py-14 text-center text-faint">{NO_INCOME}</p>}
    />
  )
}
