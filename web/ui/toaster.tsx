import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from './preload.ts'

const Toasts = lazy<ComponentType>(() =>
  import('./toasts.tsx').then(
    (module) => ({ default: module.Toasts }),
    () => ({ default: () => null }),
  ),
)

/** Toasts for a light page: they come once the browser rests, and where they cannot be fetched, it does without. */
export function Toaster() {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => whenIdle(() => setQuiet(true)), [])
  return (
    quiet && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
