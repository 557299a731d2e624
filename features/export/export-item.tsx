import { FolderDown } from 'lucide-react'
import { MenuItem } from '#web/ui/menu.tsx'
import { useExportAccount } from './client.ts'

/** For the account menu: she can always leave with her data. */
export function ExportItem() {
  const { mutate, isPending } = useExportAccount()
  return (
    <MenuItem icon={<FolderDown aria-hidden />} onSelect={() => mutate()} disabled={isPending}>
      Export all data
    </MenuItem>
  )
}
