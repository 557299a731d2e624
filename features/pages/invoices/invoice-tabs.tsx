import { useQuery } from '@tanstack/react-query'
import { INVOICE_TABS, listStatusLabel } from '#features/billing/invoices/rules/status.ts'
import { StatusLinks } from '#web/ui/status-links.tsx'
import { type Filter, sumsQuery } from './client.ts'

/** The lists that people look at every day, each with the number of invoices that still need something. */
export function InvoiceTabs({ q, filter }: { q: string; filter: Filter }) {
  const { status, ...others } = filter
  const { data: sums } = useQuery(sumsQuery(q, others))
  return (
    <StatusLinks
      options={INVOICE_TABS}
      label={(tab) => listStatusLabel[tab]}
      chosen={INVOICE_TABS.find((tab) => tab === status)}
      counts={{
        draft: sums?.drafts_count,
        unpaid: sums?.outstanding_count,
        overdue: sums?.overdue_count,
      }}
      alarming="overdue"
    />
  )
}
