import { Check, Minus } from 'lucide-react'
import { formatCount } from '#core/format.ts'
import type { Plan } from '#features/foundation/subscription/contract.ts'
import { UNLIMITED } from '#features/foundation/subscription/rules.ts'
import { Panel } from '#web/ui/card.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

interface Row {
  name: string
  of(plan: Plan): number | boolean
}

const ROWS: Row[] = [
  { name: 'Clients', of: (plan) => plan.max_clients },
  { name: 'Projects', of: (plan) => plan.max_projects },
  { name: 'Invoices a month', of: (plan) => plan.max_invoices_per_month },
  { name: 'Time and expense tracking', of: () => true },
  { name: 'Client portal', of: () => true },
  { name: 'Online payment', of: () => true },
  { name: 'Payment reminders', of: () => true },
  { name: 'E-invoices', of: () => true },
  { name: 'Import and export', of: () => true },
  { name: 'Advanced reports', of: (plan) => plan.advanced_reports },
]

/** The plans side by side. */
export function PlanComparison({ plans }: { plans: Plan[] }) {
  const columns: Column<Row>[] = [
    { id: 'name', header: 'What you get', primary: true, cell: ({ name }) => name },
    ...plans.map((plan) => ({
      id: plan.id,
      header: plan.name,
      align: 'right' as const,
      className: 'md:w-1/5',
      cell: (row: Row) => <Given value={row.of(plan)} />,
    })),
  ]
  return (
    <Panel title="Compare plans" flush>
      <Table caption="What each plan includes" columns={columns} rows={ROWS} rowKey={({ name }) => name} />
    </Panel>
  )
}

function Given({ value }: { value: number | boolean }) {
  if (value === true) return <Check role="img" aria-label="Yes" className="icon inline text-green-ink" />
  if (value === false) return <Minus role="img" aria-label="No" className="icon inline text-faint" />
  return value === UNLIMITED ? 'Unlimited' : formatCount(value)
}
