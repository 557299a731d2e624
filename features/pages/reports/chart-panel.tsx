import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DEFAULT_CURRENCY } from '#core/currency.ts'
import { formatMoney } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import type { ChartRow } from './charts.tsx'

type ChartPanelProps = {
  title: string
  /** The heading of the first column: "Month". */
  unit: string
  /** Undefined while loading. */
  rows: ChartRow[] | undefined
  empty: string
  /** Nothing beside it needs the height of a chart. */
  isSmallIfEmpty?: boolean | undefined
  chart: ReactNode
}

/** A chart and the same figures as a table, for screen readers and for readers who prefer it. */
export function ChartPanel({ title, unit, rows, empty, isSmallIfEmpty, chart }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false)
  const nothing = rows?.every(({ amount }) => amount === 0) ?? false
  return (
    <Panel
      title={title}
      flush
      actions={
        rows &&
        !nothing && (
          <Button
            variant="ghost"
            size="sm"
            className="text-muted"
            aria-label={`${title} as a ${asTable ? 'chart' : 'table'}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
            {asTable ? 'Chart' : 'Table'}
          </Button>
        )
      }
    >
      {!rows && (
        <Loading>
          <div className="p-5">
            <Skeleton className="h-76" />
          </div>
        </Loading>
      )}
      {nothing && (
        <p
          className={cx('flex items-center justify-center px-5 text-faint', isSmallIfEmpty ? 'h-24' : 'h-86')}
        >
          {empty}
        </p>
      )}
      {rows && !nothing && (
        <>
          {!asTable && <div className="p-5">{chart}</div>}
          <div className={asTable ? undefined : 'sr-only'}>
            <Figures title={title} unit={unit} rows={rows} />
          </div>
        </>
      )}
    </Panel>
  )
}

function Figures({ title, unit, rows }: { title: string; unit: string; rows: ChartRow[] }) {
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Table
      caption={title}
      columns={[
        { id: 'name', header: unit, cell: ({ name }) => name, primary: true },
        {
          id: 'amount',
          header: 'Amount',
          cell: ({ amount, currency }) => formatMoney(amount, currency),
          align: 'right',
        },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
      footer={{ name: 'Total', amount: formatMoney(total, rows[0]?.currency ?? DEFAULT_CURRENCY) }}
    />
  )
}
