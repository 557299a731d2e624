import { useState } from 'react'
import { type Column, type Sort, Table } from '#web/ui/table.tsx'

type Project = { id: number; name: string; hours: number; revenue: number; expenses: number }

const projects: Project[] = [
  { id: 1, name: 'Webshop, new checkout', hours: 61.5, revenue: 5842.5, expenses: 24 },
  { id: 2, name: 'Packaging system', hours: 44.25, revenue: 4203.75, expenses: 312.4 },
  {
    id: 3,
    name: 'Type specimen for a rather long-named press in Ostrava',
    hours: 12,
    revenue: 1140,
    expenses: 0,
  },
]

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const columns: Column<Project>[] = [
  { id: 'name', header: 'Project', primary: true, sortable: true, cell: (row) => row.name },
  { id: 'hours', header: 'Hours', align: 'right', sortable: true, cell: (row) => row.hours.toFixed(2) },
  {
    id: 'revenue',
    header: 'Revenue',
    align: 'right',
    sortable: true,
    cell: (row) => money.format(row.revenue),
  },
  { id: 'expenses', header: 'Expenses', align: 'right', cell: (row) => money.format(row.expenses) },
]

export function TableSample() {
  const [sort, setSort] = useState<Sort>({ column: 'revenue', direction: 'descending' })
  const sign = sort.direction === 'ascending' ? 1 : -1
  const rows = projects.toSorted((a, b) => {
    if (sort.column === 'name') return sign * a.name.localeCompare(b.name)
    return sign * (sort.column === 'hours' ? a.hours - b.hours : a.revenue - b.revenue)
  })
  return (
    <Table
      caption="Profitability by project"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      sort={sort}
      onSortChange={setSort}
      footer={{ name: 'Total', hours: '117.75', revenue: '$11,186.25', expenses: '$336.40' }}
    />
  )
}
