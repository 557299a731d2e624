import { FileUp, Paperclip } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { formatBytes } from '#core/format.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

type DropZoneProps = {
  /** The chosen or existing file. */
  file: { name: string; size: number } | null
  onChoose(...files: [File, ...File[]]): void
  accept?: string
  /** Takes several at once, again and again. */
  multiple?: boolean
  prompt?: string
  className?: string
}

/** Takes files by drop or by choice. Belongs into a Field. */
export function DropZone(props: DropZoneProps) {
  const { file, onChoose, accept, multiple = false, prompt = 'Choose a file', className } = props
  const field = useFieldControl({})
  const [over, setOver] = useState(false)

  const choose = (files: FileList | null) => {
    const [first, ...others] = files ?? []
    if (first) onChoose(first, ...(multiple ? others : []))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
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
        <span className={cx('block text-meta text-muted', !file && 'touch:hidden')}>
          {file
            ? `${formatBytes(file.size)} · choose another to replace it`
            : multiple
              ? 'or drop them here'
              : 'or drop it here'}
        </span>
      </span>
      <input
        {...field}
        type="file"
        accept={accept}
        multiple={multiple}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          choose(currentTarget.files)
          if (multiple) currentTarget.value = ''
        }}
      />
    </div>
  )
}
