import { countOf, formatDecimalHours } from '#core/format.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'

interface BulkDeletion {
  deleted: number[]
  question: {
    title: string
    consequences: string
    confirmLabel: string
    /** Null where there is nothing to decide. */
    cancelLabel?: null
    tone?: 'primary'
  }
}

const entriesOf = (count: number) => countOf(count, 'time entry', 'time entries')

/** Deletes all selected entries but those on an invoice, and says so beforehand. */
export function bulkDeletion(selected: readonly TimeEntry[]): BulkDeletion {
  const free = selected.filter(({ invoice }) => invoice === null)
  const billed = selected.length - free.length
  const hours = `${formatDecimalHours(free.reduce((sum, entry) => sum + entry.hours, 0))} h will be removed.`
  const stay = `${countOf(billed, 'selected entry is', 'selected entries are')} billed on an invoice and ${billed === 1 ? 'stays' : 'stay'}.`
  if (free.length === 0) {
    const title = 'Nothing to delete'
    return {
      deleted: [],
      question: { title, consequences: stay, confirmLabel: 'OK', cancelLabel: null, tone: 'primary' },
    }
  }
  return {
    deleted: free.map(({ id }) => id),
    question: {
      title: `Delete ${entriesOf(free.length)}?`,
      consequences: billed === 0 ? hours : `${hours} ${stay}`,
      confirmLabel: 'Delete',
    },
  }
}
