import { useQuery } from '@tanstack/react-query'
import { live } from '#web/data/live.ts'
import { RecurringList } from '#web/layout/recurring-list.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { recurringInvoices } from './client.ts'
import { RecurringInvoiceRow } from './recurring-invoice-row.tsx'

const EditRecurringInvoiceDialog = lazyDialog(
  () => import('./recurring-invoice-dialog.tsx'),
  'EditRecurringInvoiceDialog',
)
const NewRecurringInvoiceDialog = lazyDialog(
  () => import('./recurring-invoice-dialog.tsx'),
  'NewRecurringInvoiceDialog',
)

export const RecurringInvoicesScreen = () => (
  <RecurringList
    query={useQuery({ ...recurringInvoices.query, ...live })}
    nouns="recurring invoices"
    description="Fixed items, retainers and unbilled work, invoiced on a schedule."
    back={{ to: '/invoices', label: 'Invoices' }}
    addLabel="Add Recurring Invoice"
    emptyText="Enter a retainer or a monthly fee once, and Daybook creates each invoice on its date."
    row={(recurring, onEdit) => <RecurringInvoiceRow recurring={recurring} onEdit={onEdit} />}
    newDialog={(onClose) => <NewRecurringInvoiceDialog onClose={onClose} />}
    editDialog={(recurring, onClose) => (
      <EditRecurringInvoiceDialog key={recurring.id} recurring={recurring} onClose={onClose} />
    )}
  />
)
