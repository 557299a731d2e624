import { lazy, Suspense, useEffect, useState } from 'react'
import { whenQuiet } from '#web/later.tsx'

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

/** Shows what is said with `toast`. Nobody waits for it: it comes after the screen. */
export function Toaster() {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  return (
    quiet && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
