import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatDecimalHours, formatMoney } from '#core/format.ts'
import { WITHOUT_PROJECT } from '#features/billing/billable-work/rules.ts'
import { lateQuery } from '#features/billing/invoices/client.ts'
import { LateInvoices } from '#features/billing/sending/late-invoices.tsx'
import type { Client } from '#features/engagement/clients/contract.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { failureOf } from '#web/data/list.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { type Failure, LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { linkStyle } from '#web/ui/text-link.tsx'
import { statementQuery, useDownloadStatement } from './client.ts'
import type { ClientOverview, StatementInCurrency, StatementLine, UnbilledProject } from './contract.ts'
import { describeCredit, describeLine, isSettling } from './rules/statement.ts'

type ClientOverviewTabProps = {
  client: Client
  overview: ClientOverview | undefined
  failure: Failure | undefined
  /** After what needs attention. */
  children: ReactNode
}

export function ClientOverviewTab({ client, overview, failure, children }: ClientOverviewTabProps) {
  return (
    <div className="flex flex-col gap-5">
      {overview && overview.overdue.count > 0 && <Late client={client} />}
      {children}
      <div id="unbilled" className="scroll-mt-4">
        <Panel title="Unbilled work" flush>
          {failure && <LoadFailed what="Unbilled work" {...failure} />}
          {overview && <Unbilled overview={overview} />}
          {!failure && !overview && <TableLoading />}
        </Panel>
      </div>
      <div id="statement" className="scroll-mt-4">
        <StatementPanel client={client} />
      </div>
    </div>
  )
}

function Late({ client: { id } }: { client: Client }) {
  const { data: invoices } = useQuery(lateQuery(id))
  if (!invoices) return null
  return (
    <LateInvoices
      invoices={invoices}
      withClient={false}
      pathTo={(invoice) => `?tab=invoices&view=${invoice}`}
    />
  )
}

const FEES_COLUMN: Column<UnbilledProject> = {
  id: 'fees',
  header: 'Fees',
  align: 'right',
  cell: ({ fees_amount, currency }) => (fees_amount === 0 ? '' : formatMoney(fees_amount, currency)),
}

const unbilledColumns = (home: string, withFees: boolean): Column<UnbilledProject>[] => [
  {
    id: 'project',
    header: 'Project',
    primary: true,
    cell: ({ project_id, project_name }) =>
      project_id === null ? (
        <span className="text-muted">{WITHOUT_PROJECT}</span>
      ) : (
        <Link to={`/projects/${project_id}`} className={linkStyle}>
          {project_name}
        </Link>
      ),
  },
  {
    id: 'time',
    header: 'Time',
    align: 'right',
    cell: ({ hours, time_amount, currency }) =>
      hours === 0 ? '' : `${formatDecimalHours(hours)} h · ${formatMoney(time_amount, currency)}`,
  },
  {
    id: 'expenses',
    header: 'Expenses',
    align: 'right',
    cell: ({ expenses_amount, currency }) =>
      expenses_amount === 0 ? '' : formatMoney(expenses_amount, currency),
  },
  ...(withFees ? [FEES_COLUMN] : []),
  {
    id: 'amount',
    header: `In ${home}`,
    align: 'right',
    cell: ({ home_amount }) =>
      home_amount === null ? 'Exchange rate missing' : formatMoney(home_amount, home),
  },
]

function Unbilled({
  overview: { unbilled, unbilled_projects, home_currency },
}: {
  overview: ClientOverview
}) {
  if (unbilled_projects.length === 0) {
    return (
      <p className="p-5 text-muted">
        Billable time, expenses and fees of this client appear here until they are billed.
      </p>
    )
  }
  const withFees = unbilled_projects.some(({ fees_amount }) => fees_amount > 0)
  return (
    <Table
      caption="Unbilled work by project"
      columns={unbilledColumns(home_currency, withFees)}
      rows={unbilled_projects}
      rowKey={({ project_id, currency }) => `${project_id} ${currency}`}
      footer={{ project: 'Total', amount: formatMoney(unbilled.amount, home_currency) }}
    />
  )
}

function StatementPanel({ client: { id } }: { client: Client }) {
  const today = useToday()
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const isPeriod = from !== '' && to !== '' && from <= to
  const query = useQuery({ ...statementQuery(id, { from, to }), enabled: isPeriod })
  const { data: statement } = query
  const failure = failureOf(query)
  const pdf = useDownloadStatement(id)
  return (
    <Panel
      title="Statement of account"
      flush
      actions={
        <Button
          size="sm"
          pending={pdf.isPending}
          disabled={!isPeriod}
          onClick={() => pdf.mutate({ from, to })}
        >
          <Download aria-hidden /> PDF
        </Button>
      }
    >
      <div className="grid max-w-md grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-4 px-5 py-4">
        <Field id="statement-from" label="From">
          <DateInput value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field
          id="statement-to"
          label="To"
          error={isPeriod || to === '' ? undefined : 'Must not be before the first day'}
        >
          <DateInput value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
      </div>
      {failure && <LoadFailed what="The statement" {...failure} />}
      {!failure && !statement && <TableLoading />}
      {statement?.currencies.length === 0 && (
        <p className="p-5 text-muted">No invoices or payments in this period.</p>
      )}
      {statement?.currencies.map((part) => (
        <AccountTable key={part.currency} part={part} />
      ))}
    </Panel>
  )
}

const accountColumns = (currency: string): Column<StatementLine>[] => [
  { id: 'day', header: 'Date', cell: ({ day }) => formatDate(day), className: 'whitespace-nowrap' },
  {
    id: 'text',
    header: 'Description',
    primary: true,
    className: 'max-md:order-first',
    cell: (line) => (
      <Link to={`?tab=invoices&view=${line.invoice_id}`} className={linkStyle}>
        {describeLine(line)}
      </Link>
    ),
  },
  {
    id: 'invoiced',
    header: 'Invoiced',
    align: 'right',
    cell: (line) => (isSettling(line) ? '' : formatMoney(line.amount, currency)),
  },
  {
    id: 'paid',
    header: 'Paid',
    align: 'right',
    cell: (line) => (isSettling(line) ? formatMoney(-line.amount, currency) : ''),
  },
  { id: 'balance', header: 'Balance', align: 'right', cell: ({ balance }) => formatMoney(balance, currency) },
]

function AccountTable({ part }: { part: StatementInCurrency }) {
  const { currency, opening_balance, closing_balance, invoiced, paid, written_off, lines } = part
  return (
    <div className="border-t border-hairline first-of-type:border-0">
      <p className="flex justify-between gap-4 px-5 py-2.5 text-meta text-muted">
        <span>Opening balance in {currency}</span>
        <span className="tabular-nums">{formatMoney(opening_balance, currency)}</span>
      </p>
      <Table
        caption={`Account in ${currency}`}
        columns={accountColumns(currency)}
        rows={lines}
        rowKey={(line) => lines.indexOf(line)}
        footer={{
          text: 'Closing balance',
          invoiced: formatMoney(invoiced, currency),
          paid: formatMoney(paid + written_off, currency),
          balance: formatMoney(closing_balance, currency),
        }}
      />
      {part.credit > 0 && <p className="px-5 py-2.5 text-meta text-muted">{describeCredit(part)}</p>}
    </div>
  )
}

function TableLoading() {
  return (
    <Loading>
      <Skeleton className="m-5 h-20" />
    </Loading>
  )
}
