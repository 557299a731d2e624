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
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    idle && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
