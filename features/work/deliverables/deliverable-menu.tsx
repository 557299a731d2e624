import { Pencil, Trash2, Upload } from 'lucide-react'
import { BilledMenuLink } from '#features/work/billing-status/billed-menu-link.tsx'
import { DeleteMenuItem } from '#web/ui/delete-menu-item.tsx'
import { ActionsMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { Sorting } from '#web/ui/sorting.tsx'
import { useDeleteDeliverable } from './client.ts'
import type { Deliverable } from './contract.ts'
import { mayDelete } from './rules.ts'

type DeliverableMenuProps = {
  deliverable: Deliverable
  sorting: Sorting
  uploadLabel: string
  /** Null while a file is being uploaded. */
  onUpload: (() => void) | null
  onEdit(): void
}

/** Everything but the next step. */
export function DeliverableMenu(props: DeliverableMenuProps) {
  const { deliverable, sorting, uploadLabel, onUpload, onEdit } = props
  const deletion = useDeleteDeliverable(deliverable.project_id)
  return (
    <ActionsMenu label={`Actions for ${deliverable.title}`}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<Upload />} disabled={onUpload === null} {...(onUpload && { onSelect: onUpload })}>
        {uploadLabel}
      </MenuItem>
      {sorting.menuItems}
      <MenuSeparator />
      {deliverable.invoice && <BilledMenuLink invoice={deliverable.invoice} />}
      {mayDelete(deliverable.versions) ? (
        <DeleteMenuItem
          title={`Delete ${deliverable.title}?`}
          consequences={
            deliverable.version > 0
              ? 'It will be removed with its file and all versions, and your client will no longer see it.'
              : 'It will be removed with its file. Your client has not seen it.'
          }
          onDelete={() => deletion.mutate(deliverable)}
        />
      ) : (
        <MenuItem icon={<Trash2 />} disabled>
          Cannot be deleted after a decision
        </MenuItem>
      )}
    </ActionsMenu>
  )
}
