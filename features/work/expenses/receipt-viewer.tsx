import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { formatBytes } from '#core/format.ts'
import { viewOf } from '#core/uploaded-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonAnchor } from '#web/ui/button-link.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PdfFrame } from '#web/ui/pdf-frame.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { receiptFileQuery, useReceipts, useRemoveReceipt } from './client.ts'
import type { Receipt } from './contract.ts'
import { removalQuestion } from './rules.ts'

interface ReceiptViewerProps {
  expenseId: number
  /** The receipt that is shown first. */
  firstId?: number
  /** In a form: what was removed there, and how to remove another one. Without a form, receipts are removed at once. */
  removed?: readonly Receipt[]
  onRemove?(receipt: Receipt): void
  onClose(): void
}

/** The receipts of an expense, one at a time. */
export function ReceiptViewer({ expenseId, firstId, removed, onRemove, onClose }: ReceiptViewerProps) {
  const { receipts: saved, failure } = useReceipts(expenseId)
  const receipts = saved?.filter(({ id }) => !removed?.some((receipt) => receipt.id === id))
  const [place, setPlace] = useState<number | null>(null)
  const first = receipts?.findIndex(({ id }) => id === firstId) ?? 0
  const count = receipts?.length ?? 0
  const shown = Math.min(place ?? Math.max(0, first), Math.max(0, count - 1))
  const receipt = receipts?.[shown]

  const isEmpty = receipts?.length === 0
  useEffect(() => {
    if (isEmpty) onClose()
  }, [isEmpty, onClose])

  const go = useCallback((step: number) => setPlace((shown + step + count) % count), [shown, count])
  useArrowKeys(go, count > 1)

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      steady
      title={receipt?.file.name ?? 'Receipts'}
      description={receipt && describe(receipt, shown, count)}
    >
      <DialogBody>
        {failure && <LoadFailed what="The receipts" {...failure} />}
        {!receipt && !failure && (
          <Loading>
            <Skeleton className="h-96" />
          </Loading>
        )}
        {receipt && <ShownReceipt key={receipt.id} expenseId={expenseId} receipt={receipt} />}
      </DialogBody>
      {receipt && (
        <DialogFooter>
          {count > 1 && (
            <div className="mr-auto flex gap-1">
              <IconButton label="Previous receipt" icon={<ChevronLeft />} onClick={() => go(-1)} />
              <IconButton label="Next receipt" icon={<ChevronRight />} onClick={() => go(1)} />
            </div>
          )}
          <div className="flex gap-2">
            <DeleteReceipt expenseId={expenseId} receipt={receipt} onRemove={onRemove} />
            <ButtonAnchor href={receipt.file_url} download={receipt.file.name}>
              <Download aria-hidden /> Download
            </ButtonAnchor>
          </div>
        </DialogFooter>
      )}
    </Dialog>
  )
}

interface DeleteReceiptProps {
  expenseId: number
  receipt: Receipt
  onRemove: ReceiptViewerProps['onRemove']
}

function DeleteReceipt({ expenseId, receipt, onRemove }: DeleteReceiptProps) {
  const { mutate } = useRemoveReceipt(expenseId)
  const confirm = useConfirm()
  const remove = async () => {
    if (await confirm(removalQuestion(receipt, onRemove !== undefined))) (onRemove ?? mutate)(receipt)
  }
  return (
    <Button onClick={() => void remove()} aria-label={`Delete ${receipt.file.name}`}>
      <Trash2 aria-hidden /> Delete
    </Button>
  )
}

function useArrowKeys(go: (step: number) => void, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') go(1)
      if (key === 'ArrowLeft') go(-1)
    }
    // Captured, since a dialog keeps arrow keys to itself.
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [go, isEnabled])
}

const describe = ({ file }: Receipt, place: number, count: number): string =>
  count > 1 ? `${place + 1} of ${count}, ${formatBytes(file.size)}` : formatBytes(file.size)

function ShownReceipt({ expenseId, receipt }: { expenseId: number; receipt: Receipt }) {
  const view = viewOf(receipt.file.type)
  if (view === 'picture') {
    return (
      <img
        src={receipt.file_url}
        alt={`Receipt ${receipt.file.name}`}
        className="mx-auto max-h-[65dvh] min-h-0 max-w-full rounded-sm object-contain"
      />
    )
  }
  if (view === 'pdf' && navigator.pdfViewerEnabled)
    return <ShownPdf expenseId={expenseId} receipt={receipt} />
  return (
    <p className="py-10 text-center text-muted">This browser cannot show it here. Download it instead.</p>
  )
}

function ShownPdf({ expenseId, receipt }: { expenseId: number; receipt: Receipt }) {
  const { data, isError, refetch } = useQuery(receiptFileQuery(expenseId, receipt.id))
  if (isError) return <LoadFailed what="The receipt" retry={() => void refetch()} />
  return <PdfFrame content={data} title={receipt.file.name} className="h-[65dvh]" />
}
