import { memo } from 'react'
import type { Client } from '#features/engagement/clients/contract.ts'
import type { ClientFigures } from '#features/pages/list-figures/contract.ts'
import type { SortLink } from '#web/navigation/sort-link.ts'
import { ROW_HEIGHT, type RowColumn, RowList } from '#web/ui/row-list.tsx'
import type { ListSelection } from '#web/ui/selection.ts'
import { useIsWide } from '#web/ui/use-wide.ts'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import { ClientCard } from './client-card.tsx'
import { ClientRow } from './client-row.tsx'
import type { ClientSort } from './rules/order.ts'

type ClientListProps = Paging & {
  clients: readonly Client[]
  figures: ReadonlyMap<number, ClientFigures> | undefined
  onEdit(id: number): void
  onPortal(id: number): void
  sortLink: SortLink<ClientSort>
  selection: ListSelection
}

const COLUMNS: readonly RowColumn<ClientSort>[] = [
  { label: 'Name', width: 'minmax(0, 1fr)', sort: 'name' },
  { label: 'Email', width: 'minmax(0, 1fr)' },
  { label: 'Phone', width: '7.5rem' },
  { label: 'Owed', width: '6.5rem', sort: 'owed', align: 'right' },
  { label: 'Unbilled', width: '6.5rem', sort: 'unbilled', align: 'right' },
  { label: 'Last activity', width: '6.5rem', sort: 'activity', align: 'right' },
  { label: 'Actions', width: '2rem', hidden: true },
]
/** With the button that restores one. */
const ARCHIVED_COLUMNS = COLUMNS.map((column) => (column.hidden ? { ...column, width: '6rem' } : column))

const CARD = { width: 320, height: 168, gap: 16 }

/** Memoized, so that opening a dialog does not render the list again. */
export const ClientList = memo(function ClientList(props: ClientListProps) {
  const { clients, figures, onEdit, onPortal, sortLink, selection, ...paging } = props
  const isWide = useIsWide()
  const list = (
    <VirtualList
      // Heights that were measured belong to one layout.
      key={isWide ? 'rows' : 'cards'}
      label="Clients"
      items={clients}
      itemKey={(client) => client.id}
      {...(isWide ? { estimateSize: ROW_HEIGHT } : { estimateSize: CARD.height, columnWidth: CARD.width })}
      gap={isWide ? 0 : CARD.gap}
      renderItem={(client) => {
        const shared = {
          client,
          figures: figures?.get(client.id),
          onEdit: () => onEdit(client.id),
          onPortal: () => onPortal(client.id),
        }
        return isWide ? (
          <ClientRow
            {...shared}
            selected={selection.selected.has(client.id)}
            onToggle={(range) => selection.toggle(client.id, range)}
          />
        ) : (
          <ClientCard {...shared} />
        )
      }}
      {...paging}
    />
  )
  if (!isWide) return list
  return (
    <RowList
      columns={clients.some(({ archived }) => archived) ? ARCHIVED_COLUMNS : COLUMNS}
      link={sortLink}
      selection={selection}
    >
      {list}
    </RowList>
  )
})
