import { memo } from 'react'
import { type Paging, VirtualList } from '#web/ui/virtual-list.tsx'
import { ClientCard } from './client-card.tsx'
import type { Client } from './contract.ts'

type ClientListProps = Paging & {
  clients: Client[]
  onEdit(id: number): void
  onPortal(id: number): void
}

/** Memoized, so that opening a dialog does not render the list again. */
export const ClientList = memo(function ClientList({
  clients,
  onEdit,
  onPortal,
  ...paging
}: ClientListProps) {
  return (
    <VirtualList
      label="Clients"
      items={clients}
      itemKey={(client) => client.id}
      columnWidth={320}
      estimateSize={148}
      gap={16}
      renderItem={(client) => (
        <ClientCard client={client} onEdit={() => onEdit(client.id)} onPortal={() => onPortal(client.id)} />
      )}
      {...paging}
    />
  )
})
