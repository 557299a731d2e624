import type { Currency } from '#core/currency.ts'
import { formatMoney } from '#core/format.ts'
import { Panel } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Report } from './contract.ts'
import { TOP_CLIENTS } from './rules/export.ts'
import { NO_INCOME } from './rules/report.ts'

export function TopClients({ report }: { report: Report | undefined }) {
  return (
    <Panel title="Top Clients by Revenue">
      {report ? (
        <Clients clients={report.clientRevenue.slice(0, TOP_CLIENTS)} currency={report.currency} />
      ) : (
        <Loading>
          <Skeleton className="h-44" />
        </Loading>
      )}
    </Panel>
  )
}

function Clients({ clients, currency }: { clients: Report['clientRevenue']; currency: Currency }) {
  const largest = clients[0]?.revenue ?? 0
  if (clients.every(({ revenue }) => revenue === 0))
    return <p className="py-9 text-center text-faint">{NO_INCOME}</p>
  return (
    <ol className="flex flex-col gap-4">
      {clients.map(({ client_id, client_name, revenue }) => (
        <li key={client_id}>
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 truncate">{client_name}</span>
            <span className="font-medium tabular-nums">{formatMoney(revenue, currency)}</span>
          </div>
          <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
            <div
              className="h-full rounded-full bg-green-solid"
              style={{ width: `${revenue > 0 ? (revenue / largest) * 100 : 0}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
