import { MessageSquareText, X } from 'lucide-react'
import { useState } from 'react'
import type { LineRequestInput } from '#features/billing/line-requests/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const MAX_LENGTH = 1000

/** The client's unsent requests on single lines. */
export interface LineNotes {
  noteOn(itemId: number): string | undefined
  write(itemId: number, note: string): void
  discard(itemId: number): void
  discardAll(): void
  written: LineRequestInput[]
  isComplete: boolean
}

export function useLineNotes(): LineNotes {
  const [notes, setNotes] = useState<LineRequestInput[]>([])
  const without = (itemId: number) => notes.filter(({ item_id }) => item_id !== itemId)
  return {
    noteOn: (itemId) => notes.find(({ item_id }) => item_id === itemId)?.note,
    write: (itemId, note) => setNotes([...without(itemId), { item_id: itemId, note }]),
    discard: (itemId) => setNotes(without(itemId)),
    discardAll: () => setNotes([]),
    written: notes.map(({ item_id, note }) => ({ item_id, note: note.trim() })),
    isComplete: notes.every(({ note }) => note.trim() !== ''),
  }
}

type LineNoteProps = { itemId: number; title: string; notes: LineNotes }

/** Beneath a line: the button to request a change of it, or the field to say which. */
export function LineNote({ itemId, title, notes }: LineNoteProps) {
  const note = notes.noteOn(itemId)
  if (note === undefined) {
    return (
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5 text-muted print:hidden"
        onClick={() => notes.write(itemId, '')}
      >
        <MessageSquareText aria-hidden /> Request change<span className="sr-only"> to {title}</span>
      </Button>
    )
  }
  return (
    <div className="mt-2 flex items-start gap-1 whitespace-normal print:hidden">
      <Field label={`What should be changed on “${title}”?`} required className="flex-1">
        <Textarea
          rows={2}
          dir="auto"
          autoFocus
          maxLength={MAX_LENGTH}
          value={note}
          onChange={(event) => notes.write(itemId, event.target.value)}
        />
      </Field>
      <PlainIconButton
        size="sm"
        label={`Discard the request on ${title}`}
        icon={<X />}
        onClick={() => notes.discard(itemId)}
      />
    </div>
  )
}
