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
    description="Fixed items, retainers and the work of each period. Daybook makes an invoice on every date."
    back={{ to: '/invoices', label: 'Invoices' }}
    addLabel="Add Recurring Invoice"
    emptyText="Enter a retainer or a monthly fee once, and Daybook makes the invoice on every date."
    row={(recurring, onEdit) => <RecurringInvoiceRow recurring={recurring} onEdit={onEdit} />}
    newDialog={(onClose) => <NewRecurringInvoiceDialog onClose={onClose} />}
    editDialog={(recurring, onClose) => (
      <EditRecurringInvoiceDialog key={recurring.id} recurring={recurring} onClose={onClose} />
    )}
  />
)
