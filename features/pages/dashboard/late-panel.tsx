import type { LateInvoice } from '#features/billing/invoices/contract/list.ts'
import { LateInvoices } from '#features/billing/sending/late-invoices.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'

const MOST_SHOWN = 5

/** The invoices that are late, those due first on top. */
export const LatePanel = ({ invoices }: { invoices: LateInvoice[] }) => (
  <LateInvoices
    invoices={invoices.slice(0, MOST_SHOWN)}
    pathTo={(id) => `/invoices?view=${id}`}
    actions={
      invoices.length > MOST_SHOWN && (
        <ButtonLink size="sm" variant="ghost" to="/invoices?status=overdue">
          View all
        </ButtonLink>
      )
    }
  />
)
