import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastMessage {
  id: string
  kind: ToastKind
  title: string
  description: ReactNode
  action: ToastAction | undefined
  /** Below its text, such as a field. */
  content: ReactNode
  milliseconds: number
}

/** Offered as long as the toast shows. */
export interface ToastAction {
  label: string
  run(): void
  /** Ctrl+Z runs it, also when the toast is gone. */
  isUndo?: true
}

interface ToastDisplay {
  show(message: ToastMessage): void
  close(id: string): void
}

const milliseconds: Record<ToastKind, number> = { success: 5000, error: 7000, warning: 5000, info: 5000 }

const pending = new Map<string, ToastMessage>()
let display: ToastDisplay | undefined

/** Shows a transient message. Callable from anywhere; <Toasts> shows it as soon as it is mounted. */
export const toast = {
  success: showAs('success'),
  error: showAs('error'),
  warning: showAs('warning'),
  info: showAs('info'),
  dismiss(id: string): void {
    pending.delete(id)
    display?.close(id)
  },
}

function showAs(kind: ToastKind) {
  return (title: string, description?: ReactNode, action?: ToastAction, content?: ReactNode): string => {
    const id = crypto.randomUUID()
    const message = {
      id,
      kind,
      title,
      description,
      action,
      content,
      milliseconds: milliseconds[kind],
    }
    if (display) display.show(message)
    else pending.set(id, message)
    return id
  }
}

/** Registers what shows toasts, including those sent before. Returns a function that unregisters it. */
export function registerToastDisplay(next: ToastDisplay): () => void {
  display = next
  for (const message of pending.values()) next.show(message)
  pending.clear()
  return () => {
    if (display === next) display = undefined
  }
}
