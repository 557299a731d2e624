import { memo } from 'react'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import type { InvoiceSummary } from './contract/invoice.ts'
import { InvoiceCard } from './invoice-card.tsx'
import type { InvoiceStep } from './rules/late.ts'

type InvoiceListProps = Paging & { invoices: InvoiceSummary[]; onView(id: number, step?: InvoiceStep): void }

/** Memoized, so that opening a dialog does not render the list again. */
export const InvoiceList = memo(function InvoiceList({ invoices, onView, ...paging }: InvoiceListProps) {
  return (
    <VirtualList
      label="Invoices"
      items={invoices}
      itemKey={(invoice) => invoice.id}
      estimateSize={76}
      gap={8}
      renderItem={(invoice) => <InvoiceCard invoice={invoice} onView={(step) => onView(invoice.id, step)} />}
      {...paging}
    />
  )
})
