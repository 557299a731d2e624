import { Trash2 } from 'lucide-react'
import { useConfirm } from './confirm.tsx'
import { MenuItem } from './menu.tsx'

export interface DeletionQuestion {
  /** "Delete this expense?", "Delete Studio North? It will be archived." */
  title: string
  /** The consequences in plain words: removed, archived, what is kept. */
  consequences: string
}

type DeleteMenuItemProps = DeletionQuestion & { onDelete(): void }

/** Deletes after asking. */
export function DeleteMenuItem({ onDelete, ...question }: DeleteMenuItemProps) {
  const confirm = useConfirm()

  const ask = async () => {
    if (await confirm({ ...question, confirmLabel: 'Delete' })) onDelete()
  }

  return (
    <MenuItem icon={<Trash2 />} tone="danger" onSelect={ask}>
      Delete
    </MenuItem>
  )
}
