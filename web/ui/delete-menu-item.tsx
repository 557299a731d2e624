import { Trash2 } from 'lucide-react'
import { useConfirm } from './confirm.tsx'
import { MenuItem } from './menu.tsx'

type DeleteMenuItemProps = {
  /** The record to delete: "Studio North", "this expense". */
  what: string
  /** The consequences in plain words: removed, archived, what is kept. */
  consequences: string
  onDelete(): void
}

/** Deletes after asking. */
export function DeleteMenuItem({ what, consequences, onDelete }: DeleteMenuItemProps) {
  const confirm = useConfirm()

  const ask = async () => {
    const sure = await confirm({ title: `Delete ${what}?`, consequences, confirmLabel: 'Delete' })
    if (sure) onDelete()
  }

  return (
    <MenuItem icon={<Trash2 />} tone="danger" onSelect={ask}>
      Delete
    </MenuItem>
  )
}
