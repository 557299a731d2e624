import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from './preload.ts'

const Toasts = lazy<ComponentType>(() =>
  import('./toasts.tsx').then(
    (module) => ({ default: module.Toasts }),
    () => ({ default: () => null }),
  ),
)

/**
 * Loads toasts once the browser is idle, to keep the page light. If they cannot be loaded, the page works without
 * them.
 */
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
