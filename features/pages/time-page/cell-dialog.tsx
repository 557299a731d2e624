import { formatHoursInColumn, formatWeekday } from '#core/format.ts'
import type { WeekProject } from '#features/work/time-entries/contract.ts'
import { TimeEntryCard } from '#features/work/time-entries/time-entry-row.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import type { WeekCell } from './rules/week.ts'

interface CellDialogProps {
  project: WeekProject
  cell: WeekCell
  onEdit(id: number): void
  onClose(): void
}

/** The entries that a cell of the week is made of. */
export function CellDialog({ project, cell, onEdit, onClose }: CellDialogProps) {
  const { entries, date, hours } = cell
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={project.name}
      description={`${formatWeekday(date)}, ${formatHoursInColumn(hours)} h`}
      size="lg"
    >
      <DialogBody>
        <ul aria-label="Time entries">
          {entries.map((entry, index) => (
            <li key={entry.id}>
              <TimeEntryCard
                entry={entry}
                first={index === 0}
                last={index === entries.length - 1}
                onEdit={() => onEdit(entry.id)}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
