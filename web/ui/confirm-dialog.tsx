import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { overlay } from './overlay-style.ts'

export type ConfirmQuestion = {
  title: string
  /** The consequences in plain words: removed, archived, what is kept. */
  consequences?: ReactNode
  confirmLabel: string
  /** Null if there is nothing to decide and the dialog only informs. */
  cancelLabel?: string | null
  tone?: 'danger' | 'primary'
}

type ConfirmDialogProps = {
  open: boolean
  question: ConfirmQuestion | null
  onAnswer(yes: boolean): void
}

export function ConfirmDialog({ open, question, onAnswer }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender data-scrim className={overlay.backdrop} />
        <AlertDialog.Viewport className={overlay.viewport}>
          <AlertDialog.Popup className={`${overlay.popup} max-w-md`}>
            <div className="flex flex-col gap-2 p-5">
              <AlertDialog.Title className="text-lead font-semibold">{question?.title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className="text-body text-muted">
                {question?.consequences}
              </AlertDialog.Description>
            </div>
            <div className={overlay.footer}>
              {question?.cancelLabel !== null && (
                <AlertDialog.Close render={<Button />}>{question?.cancelLabel ?? 'Cancel'}</AlertDialog.Close>
              )}
              <Button variant={question?.tone ?? 'danger'} onClick={() => onAnswer(true)}>
                {question?.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
