import { useMemo } from 'react'
import type { Client } from '#features/engagement/clients/contract.ts'
import { useClientFigures } from '#features/pages/list-figures/client.ts'
import { useAllPages } from '#web/data/all-pages.ts'
import { useSortLink } from '#web/navigation/sort-link.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useListSelection } from '#web/ui/selection.ts'
import type { Paging } from '#web/ui/virtual-list.tsx'
import { ClientList } from './client-list.tsx'
import { CLIENT_SORTS, sortClients } from './rules/order.ts'

const ClientBulkBar = lazyDialog(() => import('./client-bulk-bar.tsx'), 'ClientBulkBar')

type SelectableClientsProps = Paging & {
  clients: Client[]
  onEdit(id: number): void
  onPortal(id: number): void
}

/** Clients with what they owe, of which some can be chosen, to be exported or deleted together. */
export function SelectableClients({ clients, onEdit, onPortal, ...paging }: SelectableClientsProps) {
  const figures = useClientFigures()
  const sortLink = useSortLink(CLIENT_SORTS)
  useAllPages(sortLink.sort !== undefined, paging)
  const sorted = useMemo(
    () => sortClients(clients, sortLink.sort, figures),
    [clients, sortLink.sort, figures],
  )
  const ids = useMemo(() => sorted.map(({ id }) => id), [sorted])
  const selection = useListSelection(ids, paging)
  return (
    <div className="flex flex-col">
      {selection.selected.size > 0 && (
        <ClientBulkBar
          clients={sorted.filter(({ id }) => selection.selected.has(id))}
          figures={figures}
          onClear={selection.clear}
        />
      )}
      <ClientList
        clients={sorted}
        figures={figures}
        onEdit={onEdit}
        onPortal={onPortal}
        sortLink={sortLink}
        selection={selection}
        {...paging}
      />
    </div>
  )
}
