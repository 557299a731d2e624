import { FolderDown } from 'lucide-react'
import { MenuItem } from '#web/ui/menu.tsx'
import { saveExport } from './client.ts'

/** For the account menu, so that the export is always one click away. */
export function ExportItem() {
  return (
    <MenuItem icon={<FolderDown aria-hidden />} onSelect={saveExport}>
      Export all data
    </MenuItem>
  )
}
