import { useState } from 'react'
import { toForm, useUpdateTimeEntry } from '#features/work/time-entries/client.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'
import { hasCode } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'

interface StopNoteProps {
  /** The logged time: an entry for each day. */
  entries: readonly TimeEntry[]
  onSaved(): void
}

/** A note of the work, taken after the timer was stopped. */
export function StopNote({ entries, onSaved }: StopNoteProps) {
  const update = useUpdateTimeEntry()
  const [note, setNote] = useState(entries[0]?.description ?? '')
  const save = async () => {
    try {
      for (const before of entries) {
        const form = { ...toForm(before), description: note.trim() }
        await update.mutateAsync({ before, form, project: before, ifMatch: before.version })
      }
      onSaved()
    } catch (error) {
      if (hasCode(error, 'version_conflict'))
        toast.error('Failed to save time entry', 'It was changed elsewhere in the meantime.')
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="mt-1.5 flex gap-2"
    >
      <Input
        aria-label="Note"
        placeholder="What did you work on?"
        maxLength={10_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" disabled={note.trim() === ''} pending={update.isPending}>
        Save
      </Button>
    </form>
  )
}
