import { useConfirm } from '#web/ui/confirm.tsx'
import { useDeleteClient } from './client.ts'
import type { Client, ClientDeletion } from './contract.ts'
import { deletionConsequences } from './rules.ts'

/** Deletes a client after asking. */
export function useConfirmedDeletion(client: Client, onDeleted?: (deletion: ClientDeletion) => void) {
  const confirm = useConfirm()
  const deletion = useDeleteClient()

  const ask = async () => {
    const sure = await confirm({
      title: `Delete ${client.name}?`,
      consequences: deletionConsequences(client),
      confirmLabel: 'Delete',
    })
    if (sure) deletion.mutate(client, { onSuccess: (result) => onDeleted?.(result) })
  }

  return { ask, isPending: deletion.isPending }
}
