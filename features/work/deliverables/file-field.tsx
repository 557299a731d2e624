import { formatBytes } from '#core/format.ts'
import { type FileInfo, MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { tooLarge } from '#features/foundation/storage/client.ts'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'

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
      <DropZone file={chosen ?? present} onChoose={onChoose} />
    </Field>
  )
}
