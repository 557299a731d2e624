import { Camera } from 'lucide-react'
import { Suspense, use, useRef, useState } from 'react'
import { formatBytes } from '#core/format.ts'
import { MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { tooLarge } from '#features/foundation/storage/client.ts'
import { UploadProgress } from '#features/foundation/storage/upload-progress.tsx'
import { makeThumbnail } from '#web/data/thumbnail.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ChosenReceipt, useReceipts, useReceiptUploads, useUploadReceipts } from './client.ts'
import { MAX_PICTURE_BYTES, MAX_RECEIPTS, type Receipt } from './contract.ts'
import { ReceiptPicture, ReceiptTile, ReceiptTiles } from './receipt-tile.tsx'
import { RECEIPT_TYPES, removalQuestion } from './rules.ts'

const ReceiptViewer = lazyDialog(() => import('./receipt-viewer.tsx'), 'ReceiptViewer')

interface NewReceiptsProps {
  chosen: ChosenReceipt[]
  onChange(chosen: ChosenReceipt[]): void
}

/** Receipts of an expense that does not exist yet. They are uploaded once it does. */
export function NewReceiptsField({ chosen, onChange }: NewReceiptsProps) {
  return (
    <div className="grid gap-3">
      <ReceiptChooser count={chosen.length} onChoose={(more) => onChange([...chosen, ...more])} />
      {chosen.length > 0 && (
        <ReceiptTiles>
          {chosen.map((receipt) => (
            <ReceiptTile
              key={receipt.key}
              name={receipt.file.name}
              picture={
                <Suspense fallback={<ReceiptPicture address={null} />}>
                  <ChosenPicture thumbnail={receipt.thumbnail} />
                </Suspense>
              }
              onRemove={() => onChange(chosen.filter(({ key }) => key !== receipt.key))}
            />
          ))}
        </ReceiptTiles>
      )}
    </div>
  )
}

interface ReceiptsFieldProps {
  expenseId: number
  /** Removed in the form, and really once it is saved. */
  removed: Receipt[]
  onRemove(removed: Receipt[]): void
}

/** Receipts of an expense, added as soon as they are chosen. */
export function ReceiptsField({ expenseId, removed, onRemove }: ReceiptsFieldProps) {
  const { receipts: saved = [], failure } = useReceipts(expenseId)
  const receipts = saved.filter(({ id }) => !removed.some((receipt) => receipt.id === id))
  const uploads = useReceiptUploads(expenseId)
  const upload = useUploadReceipts()
  const confirm = useConfirm()
  const [viewed, setViewed] = useState<number | null>(null)
  const remove = (receipt: Receipt) => onRemove([...removed, receipt])
  const confirmRemoval = async (receipt: Receipt) => {
    if (await confirm(removalQuestion(receipt, true))) remove(receipt)
  }

  return (
    <div className="grid gap-3">
      <ReceiptChooser
        count={receipts.length + uploads.length}
        onChoose={(chosen) => void upload(expenseId, chosen)}
      />
      {failure && <LoadFailed what="The receipts" {...failure} />}
      {receipts.length > 0 && (
        <ReceiptTiles>
          {receipts.map((receipt) => (
            <ReceiptTile
              key={receipt.id}
              name={receipt.file.name}
              picture={<ReceiptPicture address={receipt.thumbnail_url} />}
              onView={() => setViewed(receipt.id)}
              onRemove={() => void confirmRemoval(receipt)}
            />
          ))}
        </ReceiptTiles>
      )}
      {uploads.map(({ chosen, ...shown }) => (
        <UploadProgress key={chosen.key} upload={shown} onRetry={() => void upload(expenseId, [chosen])} />
      ))}
      {viewed !== null && (
        <ReceiptViewer
          expenseId={expenseId}
          firstId={viewed}
          removed={removed}
          onRemove={remove}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  )
}

/** Some systems know these files by their extension only. */
const ACCEPTED = [...RECEIPT_TYPES, '.heic', '.heif'].join(',')

interface ReceiptChooserProps {
  /** Number of existing ones. */
  count: number
  onChoose(chosen: ChosenReceipt[]): void
}

function ReceiptChooser({ count, onChoose }: ReceiptChooserProps) {
  const choose = (files: File[]) => {
    const fitting = files.filter((file) => {
      const reason = tooLarge(file)
      if (reason) toast.error(`${file.name} is too large`, reason)
      return reason === null
    })
    const allowed = fitting.slice(0, Math.max(0, MAX_RECEIPTS - count))
    if (allowed.length < fitting.length) toast.warning(`An expense has at most ${MAX_RECEIPTS} receipts`)
    onChoose(allowed.map(chosenReceipt))
  }
  return (
    <Field
      id="expense-receipts"
      label="Receipts"
      hint={`PNG, JPEG, WebP and HEIC pictures up to ${formatBytes(MAX_PICTURE_BYTES)}, PDFs up to ${formatBytes(MAX_FILE_BYTES)}.`}
    >
      <div className="flex flex-wrap gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <DropZone
            accept={ACCEPTED}
            multiple
            file={null}
            prompt="Choose photos or PDFs"
            onChoose={(...files) => choose(files)}
          />
        </div>
        <CameraButton onTaken={(photo) => choose([photo])} />
      </div>
    </Field>
  )
}

const chosenReceipt = (file: File): ChosenReceipt => ({
  key: crypto.randomUUID(),
  file,
  thumbnail: makeThumbnail(file),
})

const ChosenPicture = ({ thumbnail }: Pick<ChosenReceipt, 'thumbnail'>) => (
  <ReceiptPicture address={use(thumbnail)?.preview ?? null} />
)

/** Phones open their camera at once. */
function CameraButton({ onTaken }: { onTaken(photo: File): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="hidden touch:order-first touch:flex max-sm:grow">
      <Button className="grow sm:h-auto" onClick={() => input.current?.click()}>
        <Camera aria-hidden /> Take photo
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Take a photo of a receipt"
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? []
          if (photo) onTaken(photo)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
