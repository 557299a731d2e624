import { ChevronDown, Download, FolderInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { csvHours, csvMoney } from '#core/csv.ts'
import { countOf, formatDecimalHours } from '#core/format.ts'
import { BillSelected } from '#features/work/billing-status/bill-selected.tsx'
import { useChangeTimeEntries, useDeleteTimeEntries } from '#features/work/time-entries/client.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'
import { saveCsv } from '#web/data/save-csv.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { bulkDeletion } from './rules/bulk-deletion.ts'

const ChangeProjectDialog = lazyDialog(
  () => import('#features/engagement/projects/change-project-dialog.tsx'),
  'ChangeProjectDialog',
)

interface TimeBulkBarProps {
  entries: readonly TimeEntry[]
  onClear(): void
}

export function TimeBulkBar({ entries, onClear }: TimeBulkBarProps) {
  const ids = entries.map(({ id }) => id)
  const { mutateAsync: change, isPending: changing } = useChangeTimeEntries()
  const { mutate: remove, isPending: deleting } = useDeleteTimeEntries()
  const [choosingProject, setChoosingProject] = useState(false)
  const confirm = useConfirm()
  const count = countOf(ids.length, 'time entry', 'time entries')
  const hours = `${formatDecimalHours(entries.reduce((sum, entry) => sum + entry.hours, 0))} h`
  const set = (values: { is_billable: boolean } | { is_billed: boolean }) =>
    void change({ ids, change: values }).catch(() => undefined)

  const confirmDelete = async () => {
    const { deleted, question } = bulkDeletion(entries)
    if ((await confirm(question)) && deleted.length > 0) remove({ ids: deleted })
  }

  return (
    <BulkBar label="Selected time entries" count={ids.length} sum={hours} onClear={onClear}>
      <BillSelected kind="time" work={entries} />
      <Button pending={changing} onClick={() => setChoosingProject(true)}>
        <FolderInput aria-hidden className="max-sm:hidden" /> Change project
      </Button>
      <Menu
        side="top"
        trigger={
          <Button>
            Billable <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => set({ is_billable: true })}>Billable</MenuItem>
        <MenuItem onSelect={() => set({ is_billable: false })}>Not billable</MenuItem>
      </Menu>
      <Menu
        side="top"
        trigger={
          <Button>
            Billed <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => set({ is_billed: true })}>Mark as billed elsewhere</MenuItem>
        <MenuItem onSelect={() => set({ is_billed: false })}>Mark as unbilled</MenuItem>
      </Menu>
      <Button onClick={() => exportTime(entries)}>
        <Download aria-hidden /> Export
      </Button>
      <Button pending={deleting} onClick={() => void confirmDelete()}>
        <Trash2 aria-hidden /> Delete
      </Button>
      {choosingProject && (
        <ChangeProjectDialog
          count={count}
          hint="Time that comes from another project gets the rate of this one."
          save={(project_id) => change({ ids, change: { project_id } })}
          onClose={() => setChoosingProject(false)}
        />
      )}
    </BulkBar>
  )
}

const exportTime = (entries: readonly TimeEntry[]) =>
  saveCsv(
    'time.csv',
    ['Date', 'Client', 'Project', 'Description', 'Hours', 'Billable', 'Billed', 'Currency', 'Amount'],
    entries.map((entry) => [
      entry.date,
      entry.client_name,
      entry.project_name,
      entry.description,
      csvHours(entry.hours),
      entry.is_billable,
      entry.is_billed,
      entry.currency,
      entry.amount === null ? null : csvMoney(entry.amount, entry.currency),
    ]),
  )
