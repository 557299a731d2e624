import { useMemo } from 'react'
import type { InvoiceSummary } from '#features/billing/invoices/contract/invoice.ts'
import type { InvoiceSort } from '#features/billing/invoices/contract/list.ts'
import { InvoiceList } from '#features/billing/invoices/invoice-list.tsx'
import type { InvoiceStep } from '#features/billing/invoices/rules/late.ts'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useListSelection } from '#web/ui/selection.ts'
import type { Paging } from '#web/ui/virtual-list.tsx'

const InvoiceBulkBar = lazyDialog(() => import('./invoice-bulk-bar.tsx'), 'InvoiceBulkBar')

type SelectableInvoicesProps = Paging & {
  invoices: InvoiceSummary[]
  onView(id: number, step?: InvoiceStep): void
  sortLink: SortLink<InvoiceSort>
}

/** Invoices of which some can be chosen, to be exported or deleted together. */
export function SelectableInvoices({ invoices, onView, sortLink, ...paging }: SelectableInvoicesProps) {
  const ids = useMemo(() => invoices.map(({ id }) => id), [invoices])
  const selection = useListSelection(ids, paging)
  return (
    <div className="flex flex-col">
      {selection.selected.size > 0 && (
        <InvoiceBulkBar
          invoices={invoices.filter(({ id }) => selection.selected.has(id))}
          onClear={selection.clear}
        />
      )}
      <InvoiceList
        invoices={invoices}
        onView={onView}
        sortLink={sortLink}
        selection={selection}
        {...paging}
      />
    </div>
  )
}
