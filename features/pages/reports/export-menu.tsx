import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { type ReportFormat, useExportReport } from './client.ts'
import type { ReportQuery } from './contract.ts'

export function ExportMenu({ query }: { query: ReportQuery }) {
  const { mutate, isPending } = useExportReport()
  const item = (format: ReportFormat) => ({
    onSelect: () => mutate({ format, query }),
    disabled: isPending,
  })
  return (
    <Menu
      trigger={
        <Button variant="primary" pending={isPending} pendingText="Exporting…">
          <Download aria-hidden /> Export
        </Button>
      }
    >
      <MenuItem icon={<FileText aria-hidden />} {...item('pdf')}>
        PDF, to print or send
      </MenuItem>
      <MenuItem icon={<FileSpreadsheet aria-hidden />} {...item('csv')}>
        CSV, for a spreadsheet
      </MenuItem>
    </Menu>
  )
}
