import { ChevronDown, FolderInput, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { countOf, formatCount, formatDecimalHours } from '#core/format.ts'
import { useChangeTimeEntries, useDeleteTimeEntries } from '#features/work/time-entries/client.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { bulkDeletion } from './rules/bulk-deletion.ts'

const ChangeProjectDialog = lazyDialog(() => import('./change-project-dialog.tsx'), 'ChangeProjectDialog')

interface BulkBarProps {
  entries: readonly TimeEntry[]
  onClear(): void
}

/** Actions for the selected entries. By keyboard it comes before the list, below which it is shown. */
export function BulkBar({ entries, onClear }: BulkBarProps) {
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
    <section
      aria-label="Selected time entries"
      className="popup sticky bottom-4 z-20 order-last mt-6 flex flex-wrap max-md:mt-3 items-center gap-2 p-2 pl-4 max-lg:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
    >
      <p className="mr-auto font-medium" aria-live="polite">
        {formatCount(ids.length)} selected
        <span className="font-normal text-muted tabular-nums"> · {hours}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2 max-md:order-last max-md:grid max-md:w-full max-md:grid-cols-2">
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
        <Button pending={deleting} onClick={() => void confirmDelete()}>
          <Trash2 aria-hidden /> Delete
        </Button>
      </div>
      <IconButton label="Clear selection" icon={<X aria-hidden />} onClick={onClear} />
      {choosingProject && (
        <ChangeProjectDialog
          count={count}
          save={(project_id) => change({ ids, change: { project_id } })}
          onClose={() => setChoosingProject(false)}
        />
      )}
    </section>
  )
}
