import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface Notice {
  id: string
  kind: ToastKind
  title: string
  description: ReactNode
  milliseconds: number
}

interface Shower {
  show(notice: Notice): void
  close(id: string): void
}

const milliseconds: Record<ToastKind, number> = { success: 5000, error: 7000, warning: 5000, info: 5000 }

const waiting = new Map<string, Notice>()
let shower: Shower | undefined

/** Shows a transient message. Callable from anywhere; <Toasts> shows it as soon as it is mounted. */
export const toast = {
  success: say('success'),
  error: say('error'),
  warning: say('warning'),
  info: say('info'),
  dismiss(id: string): void {
    waiting.delete(id)
    shower?.close(id)
  },
}

function say(kind: ToastKind) {
  return (title: string, description?: ReactNode): string => {
    const id = crypto.randomUUID()
    const notice = { id, kind, title, description, milliseconds: milliseconds[kind] }
    if (shower) shower.show(notice)
    else waiting.set(id, notice)
    return id
  }
}

/** Registers what shows toasts, including those sent before. Returns a function that unregisters it. */
export function showToastsBy(next: Shower): () => void {
  shower = next
  for (const notice of waiting.values()) next.show(notice)
  waiting.clear()
  return () => {
    if (shower === next) shower = undefined
  }
}
