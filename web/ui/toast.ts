import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

const milliseconds: Record<ToastKind, number> = { success: 5000, error: 7000, warning: 5000, info: 5000 }

export const toastManager = Toast.createToastManager()

/** Says in passing how something went. Callable from anywhere; <UiProvider> shows it. */
export const toast = {
  success: say('success'),
  error: say('error'),
  warning: say('warning'),
  info: say('info'),
  dismiss: (id: string) => toastManager.close(id),
}

function say(kind: ToastKind) {
  return (title: string, description?: ReactNode): string =>
    toastManager.add({
      id: crypto.randomUUID(),
      type: kind,
      title,
      description,
      timeout: milliseconds[kind],
      priority: kind === 'error' ? 'high' : 'low',
    })
}
