import type { Client } from '#features/engagement/clients/contract.ts'
import { InvoicesTab } from '#features/pages/invoices/invoices-tab.tsx'

/** A client's invoices, by status. */
export const ClientInvoices = ({ client: { id, archived, erased } }: { client: Client }) => (
  <InvoicesTab
    of={{ client_id: id }}
    noun="client"
    namesClient={erased}
    emptyText="Invoices for this client appear here."
    create={archived ? null : `/invoices?new&client=${id}`}
  />
)
