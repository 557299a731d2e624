import { FolderDown } from 'lucide-react'
import { MenuItem } from '#web/ui/menu.tsx'
import { saveExport } from './client.ts'

/** For the account menu: she can always leave with her data. */
export function ExportItem() {
  return (
    <MenuItem icon={<FolderDown aria-hidden />} onSelect={saveExport}>
      Export all data
    </MenuItem>
  )
}
