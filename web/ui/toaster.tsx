import { lazy, Suspense } from 'react'

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

/** Shows what is said with `toast`. Nobody waits for it: it comes beside the screen. */
export function Toaster() {
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
