import { FileUp, Paperclip } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { formatBytes } from '#core/format.ts'
import { type FileInfo, MAX_FILE_BYTES } from '#features/storage/contract.ts'
import { cx } from '#web/ui/cx.ts'
import { Field, useFieldControl } from '#web/ui/field.tsx'
import { tooLarge } from './client.ts'

type FileFieldProps = {
  chosen: File | null
  /** The current file, kept if no other is chosen. */
  present: FileInfo | null
  onChoose(file: File): void
}

export function FileField({ chosen, present, onChoose }: FileFieldProps) {
  const error = chosen && tooLarge(chosen)
  return (
    <Field
      id="deliverable-file"
      label="File"
      error={error ?? undefined}
      hint={`Up to ${formatBytes(MAX_FILE_BYTES)}, of any kind.`}
    >
      <DropZone chosen={chosen} present={present} onChoose={onChoose} />
    </Field>
  )
}

function DropZone({ chosen, present, onChoose }: FileFieldProps) {
  const field = useFieldControl({})
  const [over, setOver] = useState(false)
  const file = chosen ?? present

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onChoose(dropped)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to do what the file input does
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'relative flex min-h-20 items-center gap-3 rounded border border-dashed px-4 py-3 transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink',
        over ? 'border-ink bg-sunken' : 'border-edge hover:bg-sunken',
      )}
    >
      {file ? (
        <Paperclip aria-hidden className="icon text-muted" />
      ) : (
        <FileUp aria-hidden className="icon text-muted" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{file ? file.name : 'Choose a file'}</span>
        <span className="block text-meta text-muted">
          {file ? `${formatBytes(file.size)} · choose another to replace it` : 'or drop it here'}
        </span>
      </span>
      <input
        {...field}
        type="file"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          const [picked] = currentTarget.files ?? []
          if (picked) onChoose(picked)
        }}
      />
    </div>
  )
}
