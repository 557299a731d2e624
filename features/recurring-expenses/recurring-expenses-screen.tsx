import { useQuery } from '@tanstack/react-query'
import { Plus, Repeat } from 'lucide-react'
import { failureOf } from '#web/data/list.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { recurringExpensesQuery } from './client.ts'
import { RecurringExpenseRow } from './recurring-expense-row.tsx'

const EditRecurringExpenseDialog = lazyDialog(
  () => import('./recurring-expense-dialog.tsx'),
  'EditRecurringExpenseDialog',
)
const NewRecurringExpenseDialog = lazyDialog(
  () => import('./recurring-expense-dialog.tsx'),
  'NewRecurringExpenseDialog',
)

export function RecurringExpensesScreen() {
  const query = useQuery(recurringExpensesQuery)
  const failure = failureOf(query)
  const { dialog, openNew, openEdit, close } = useDialogLink()
  const edited = dialog?.mode === 'edit' ? query.data?.find(({ id }) => id === dialog.id) : undefined

  return (
    <>
      <PageHeader
        title="Recurring expenses"
        description="Rent, software and whatever else you pay again and again. Each date is added to your expenses."
        back={<BackLink to="/expenses">Expenses</BackLink>}
        actions={
          <Button variant="primary" onClick={openNew}>
            <Plus aria-hidden /> Add Recurring Expense
          </Button>
        }
      />
      {query.isPending && <RecurringLoading />}
      {failure && <LoadFailed what="Your recurring expenses" {...failure} />}
      {query.data?.length === 0 && (
        <EmptyState
          icon={<Repeat />}
          title="No recurring expenses"
          text="Enter your rent or a subscription once, and Daybook adds it on every date."
          action={<Button onClick={openNew}>Add Recurring Expense</Button>}
        />
      )}
      {query.data && query.data.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label="Recurring expenses">
            {query.data.map((recurring) => (
              <li key={recurring.id} className="border-b border-hairline last:border-0">
                <RecurringExpenseRow recurring={recurring} onEdit={() => openEdit(recurring.id)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {dialog?.mode === 'new' && <NewRecurringExpenseDialog onClose={close} />}
      {edited && <EditRecurringExpenseDialog key={edited.id} recurring={edited} onClose={close} />}
    </>
  )
}

function RecurringLoading() {
  return (
    <Loading>
      <Card className="flex flex-col gap-4 p-5">
        <Skeleton className="h-4 w-48 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-40 max-w-full" />
      </Card>
    </Loading>
  )
}
