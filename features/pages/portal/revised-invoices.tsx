import { FilePenLine } from 'lucide-react'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import type { PortalOverview } from './contract/portal.ts'

type RevisedInvoicesProps = { invoices: PortalOverview['invoices_being_revised']; business: string }

/** Invoices that the client has seen before but cannot open until they are sent again. */
export function RevisedInvoices({ invoices, business }: RevisedInvoicesProps) {
  if (invoices.length === 0) return null
  return (
    <ul aria-label="Being revised" className="mb-4 flex flex-col gap-4">
      {invoices.map(({ id, invoice_number }) => (
        <li key={id}>
          <Card className="p-5">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <h2 className="text-lead font-semibold">
                {invoice_number === UNNUMBERED ? 'Proposal' : invoice_number}
              </h2>
              <span className="pt-px">
                <Badge tone="grey" icon={<FilePenLine aria-hidden />}>
                  Being revised
                </Badge>
              </span>
            </div>
            <p className="mt-2 wrap-anywhere text-muted">
              <bdi>{business}</bdi> is revising it. It will be back here once it is sent again.
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
