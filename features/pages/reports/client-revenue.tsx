import type { Currency } from '#core/currency.ts'
import { formatMoney, formatPercent } from '#core/format.ts'
import { percentage } from '#core/money.ts'
import { Panel } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Report } from './contract.ts'
import { NO_INCOME } from './rules/report.ts'

type Row = Report['clientRevenue'][number] & { currency: Currency; total: number }

const COLUMNS: Column<Row>[] = [
  {
    id: 'client',
    header: 'Client',
    cell: ({ client_id, client_name }) => <TextLink to={`/clients/${client_id}`}>{client_name}</TextLink>,
    primary: true,
  },
  {
    id: 'share',
    header: 'Share',
    cell: ({ revenue, total }) => formatPercent(percentage(revenue, total)),
    align: 'right',
  },
  {
    id: 'revenue',
    header: 'Revenue',
    cell: ({ revenue, currency }) => formatMoney(revenue, currency),
    align: 'right',
  },
]

/** All clients who paid something, the largest first. */
export function ClientRevenue({ report }: { report: Report | undefined }) {
  if (!report) {
    return (
      <Panel title="Revenue by Client">
        <Loading>
          <Skeleton className="h-56" />
        </Loading>
      </Panel>
    )
  }
  const { clientRevenue, totalRevenue: total, currency } = report
  return (
    <Panel title="Revenue by Client" flush>
      <Table
        caption="Revenue by Client"
        columns={COLUMNS}
        rows={clientRevenue
          .filter(({ revenue }) => revenue !== 0)
          .map((row) => ({ ...row, currency, total }))}
        rowKey={({ client_id }) => client_id}
        footer={{ client: 'Total', share: '', revenue: formatMoney(total, currency) }}
        empty={<p className="px-5 py-14 text-center text-faint">{NO_INCOME}</p>}
      />
    </Panel>
  )
}
