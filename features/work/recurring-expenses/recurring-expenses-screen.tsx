import { useQuery } from '@tanstack/react-query'
import { RecurringList } from '#web/layout/recurring-list.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { recurringExpenses } from './client.ts'
import { RecurringExpenseRow } from './recurring-expense-row.tsx'

const EditRecurringExpenseDialog = lazyDialog(
  () => import('./recurring-expense-dialog.tsx'),
  'EditRecurringExpenseDialog',
)
const NewRecurringExpenseDialog = lazyDialog(
  () => import('./recurring-expense-dialog.tsx'),
  'NewRecurringExpenseDialog',
)

export const RecurringExpensesScreen = () => (
  <RecurringList
    query={useQuery(recurringExpenses.query)}
    nouns="recurring expenses"
    description="Rent, software and other regular costs, added to your expenses on their dates."
    back={{ to: '/expenses', label: 'Expenses' }}
    addLabel="Add Recurring Expense"
    emptyText="Enter your rent or a subscription once, and Daybook adds it each time it is due."
    row={(recurring, onEdit) => <RecurringExpenseRow recurring={recurring} onEdit={onEdit} />}
    newDialog={(onClose) => <NewRecurringExpenseDialog onClose={onClose} />}
    editDialog={(recurring, onClose) => (
      <EditRecurringExpenseDialog key={recurring.id} recurring={recurring} onClose={onClose} />
    )}
  />
)
