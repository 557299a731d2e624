import { memo } from 'react'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { ROW_HEIGHT, type RowColumn, RowList } from '#web/ui/row-list.tsx'
import type { ListSelection } from '#web/ui/selection.ts'
import { useIsWide } from '#web/ui/use-wide.ts'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import type { InvoiceSummary } from './contract/invoice.ts'
import type { InvoiceSort } from './contract/list.ts'
import { InvoiceCard } from './invoice-card.tsx'
import { InvoiceRow } from './invoice-row.tsx'
import type { InvoiceStep } from './rules/late.ts'

type InvoiceListProps = Paging & {
  invoices: InvoiceSummary[]
  onView(id: number, step?: InvoiceStep): void
  sortLink?: SortLink<InvoiceSort>
  /** With it, each row has a checkbox. */
  selection?: ListSelection
  /** On the page of a project or client, whose name the rows leave out. */
  of?: 'project' | 'client' | undefined
}

const COLUMNS: readonly RowColumn<InvoiceSort>[] = [
  { label: 'Number', width: '6rem', sort: 'number' },
  { label: 'Client', width: 'minmax(0, 1fr)', sort: 'client' },
  { label: 'Status', width: 'minmax(0, 1.4fr)', sort: 'status' },
  { label: 'Issued', width: '5.5rem', sort: 'issued' },
  { label: 'Due', width: '5.5rem', sort: 'due' },
  { label: 'Total', width: '6.5rem', sort: 'total', align: 'right' },
  { label: 'Balance', width: '7rem', sort: 'balance', align: 'right' },
  { label: 'Actions', width: '4rem', hidden: true },
]

const PROJECT_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Client')
const CLIENT_COLUMNS = COLUMNS.map((column) =>
  column.label === 'Client' ? { label: 'Project', width: column.width } : column,
)

const CARD_HEIGHT = 76

/** Memoized, so that opening a dialog does not render the list again. */
export const InvoiceList = memo(function InvoiceList(props: InvoiceListProps) {
  const { invoices, onView, sortLink, selection, of, ...paging } = props
  const isWide = useIsWide()
  const list = (
    <VirtualList
      // Heights that were measured belong to one layout.
      key={isWide ? 'rows' : 'cards'}
      label="Invoices"
      items={invoices}
      itemKey={(invoice) => invoice.id}
      estimateSize={isWide ? ROW_HEIGHT : CARD_HEIGHT}
      gap={isWide ? 0 : 8}
      renderItem={(invoice) =>
        isWide ? (
          <InvoiceRow
            invoice={invoice}
            of={of}
            onView={(step) => onView(invoice.id, step)}
            selected={selection?.selected.has(invoice.id)}
            onToggle={(range) => selection?.toggle(invoice.id, range)}
          />
        ) : (
          <InvoiceCard invoice={invoice} of={of} onView={(step) => onView(invoice.id, step)} />
        )
      }
      {...paging}
    />
  )
  if (!isWide) return list
  return (
    <RowList columns={columnsOf(of)} link={sortLink} selection={selection}>
      {list}
    </RowList>
  )
})

const columnsOf = (of: InvoiceListProps['of']) =>
  of === 'project' ? PROJECT_COLUMNS : of === 'client' ? CLIENT_COLUMNS : COLUMNS
