import type { Client } from '#features/engagement/clients/contract.ts'
import { ExpensesTab } from '#features/work/expenses/expenses-tab.tsx'

export const ClientExpenses = ({ client: { id, name, archived } }: { client: Client }) => (
  <ExpensesTab
    of={{ client_id: id }}
    noun="client"
    emptyText="What you spend on this client and its projects appears here."
    recipient={archived ? null : { project_id: null, project_name: null, client_id: id, client_name: name }}
  />
)
