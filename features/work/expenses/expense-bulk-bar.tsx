import { ChevronDown, Download, FolderInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { csvMoney } from '#core/csv.ts'
import { countOf, formatMoney } from '#core/format.ts'
import { BillSelected } from '#features/work/billing-status/bill-selected.tsx'
import { saveCsv } from '#web/data/save-csv.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useChangeExpenses, useDeleteExpenses } from './client.ts'
import type { Expense, ExpenseForm } from './contract.ts'
import { kindOf } from './rules.ts'

const ChangeProjectDialog = lazyDialog(
  () => import('#features/engagement/projects/change-project-dialog.tsx'),
  'ChangeProjectDialog',
)

type ExpenseBulkBarProps = { expenses: readonly Expense[]; onClear(): void }

export function ExpenseBulkBar({ expenses, onClear }: ExpenseBulkBarProps) {
  const confirm = useConfirm()
  const { mutateAsync: change, isPending: changing } = useChangeExpenses()
  const { mutate: remove, isPending: deleting } = useDeleteExpenses()
  const [choosingProject, setChoosingProject] = useState(false)
  const free = expenses.filter(({ invoice }) => invoice === null)
  const billed = expenses.length - free.length
  const set = (input: Partial<ExpenseForm>) => change({ rows: free, input })

  const confirmDelete = async () => {
    const sure = await confirm({
      title: `Delete ${countOf(free.length, 'expense')}?`,
      consequences: [
        `${sumOf(free)} will be removed.`,
        billed > 0 &&
          `${countOf(billed, 'selected expense is', 'selected expenses are')} billed on an invoice and ${billed === 1 ? 'stays' : 'stay'}.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Delete',
    })
    if (sure) remove({ rows: free, input: undefined })
  }

  return (
    <BulkBar label="Selected expenses" count={expenses.length} sum={sumOf(expenses)} onClear={onClear}>
      <BillSelected kind="expense" work={expenses} />
      <Button pending={changing} disabled={free.length === 0} onClick={() => setChoosingProject(true)}>
        <FolderInput aria-hidden className="max-sm:hidden" /> Change project
      </Button>
      <Menu
        side="top"
        trigger={
          <Button disabled={free.length === 0}>
            Billable <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => void set({ is_billable: true }).catch(() => undefined)}>Billable</MenuItem>
        <MenuItem onSelect={() => void set({ is_billable: false }).catch(() => undefined)}>Business</MenuItem>
      </Menu>
      <Button onClick={() => exportExpenses(expenses)}>
        <Download aria-hidden /> Export
      </Button>
      <Button pending={deleting} disabled={free.length === 0} onClick={() => void confirmDelete()}>
        <Trash2 aria-hidden /> Delete
      </Button>
      {choosingProject && (
        <ChangeProjectDialog
          count={countOf(free.length, 'expense')}
          save={(project_id) => set({ project_id, client_id: null })}
          onClose={() => setChoosingProject(false)}
        />
      )}
    </BulkBar>
  )
}

const sumOf = (expenses: readonly Expense[]): string => {
  const home = expenses[0]?.home_currency
  return home
    ? formatMoney(
        expenses.reduce((sum, { home_amount }) => sum + home_amount, 0),
        home,
      )
    : ''
}

const exportExpenses = (expenses: readonly Expense[]) =>
  saveCsv(
    'expenses.csv',
    [
      'Date',
      'Description',
      'Category',
      'Project',
      'Client',
      'Kind',
      'Currency',
      'Amount',
      'Home currency',
      'Home amount',
    ],
    expenses.map((expense) => [
      expense.date,
      expense.description,
      expense.category,
      expense.project_name,
      expense.client_name,
      kindOf(expense),
      expense.currency,
      csvMoney(expense.amount, expense.currency),
      expense.home_currency,
      csvMoney(expense.home_amount, expense.home_currency),
    ]),
  )
