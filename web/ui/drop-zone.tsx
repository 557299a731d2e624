import { FileUp, Paperclip } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { formatBytes } from '#core/format.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

type DropZoneProps = {
  /** What is chosen, or there already. */
  file: { name: string; size: number } | null
  onChoose(file: File): void
  accept?: string
  prompt?: string
  className?: string
}

/** Takes a file by drop or by choice. Belongs into a Field. */
export function DropZone({ file, onChoose, accept, prompt = 'Choose a file', className }: DropZoneProps) {
  const field = useFieldControl({})
  const [over, setOver] = useState(false)

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
        className,
      )}
    >
      {file ? (
        <Paperclip aria-hidden className="icon text-muted" />
      ) : (
        <FileUp aria-hidden className="icon text-muted" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{file ? file.name : prompt}</span>
        <span className="block text-meta text-muted">
          {file ? `${formatBytes(file.size)} · choose another to replace it` : 'or drop it here'}
        </span>
      </span>
      <input
        {...field}
        type="file"
        accept={accept}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          const [picked] = currentTarget.files ?? []
          if (picked) onChoose(picked)
        }}
      />
    </div>
  )
}
