import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { ConfirmQuestion } from './confirm-dialog.tsx'

type Confirm = (question: ConfirmQuestion) => Promise<boolean>

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'), 'ConfirmDialog')

/** Asked before typed input is lost. */
export const DISCARD: ConfirmQuestion = {
  title: 'Discard your changes?',
  consequences: 'They have not been saved yet.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
}

const ConfirmContext = createContext<Confirm | null>(null)

/** `const confirm = useConfirm(); if (await confirm({ title: 'Delete client?', … })) …` */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm() needs a <UiProvider> above it.')
  return confirm
}

let asking = 0

/** A dialog below a question stays open, also when the question was asked from outside that dialog. */
export function isAsking(): boolean {
  return asking > 0
}

/** Provides useConfirm(). Each Dialog has its own provider, so that the question opens above that dialog. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null)
  const [open, setOpen] = useState(false)
  const answer = useRef<((yes: boolean) => void) | null>(null)

  const confirm = useCallback<Confirm>((next) => {
    answer.current?.(false)
    setQuestion(next)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])

  const close = (yes: boolean) => {
    setOpen(false)
    answer.current?.(yes)
    answer.current = null
  }

  useEffect(() => {
    if (!open) return
    asking += 1
    return () => {
      asking -= 1
    }
  }, [open])

  useEffect(() => () => answer.current?.(false), [])

  return (
    <ConfirmContext value={confirm}>
      {children}
      <ConfirmDialog open={open} question={question} onAnswer={close} />
    </ConfirmContext>
  )
}
