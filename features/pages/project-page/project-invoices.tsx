import type { Project } from '#features/engagement/projects/contract.ts'
import { InvoicesTab } from '#features/pages/invoices/invoices-tab.tsx'

/** A project's invoices, by status. */
export const ProjectInvoices = ({ project: { id } }: { project: Project }) => (
  <InvoicesTab
    of={{ project_id: id }}
    noun="project"
    emptyText="Invoices for this project appear here, with your client’s response."
    create={`/invoices?new&project=${id}`}
  />
)
