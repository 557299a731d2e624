import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#web/ui/preload.ts'

const Notices = lazy<ComponentType>(() =>
  import('./notices.tsx').then(
    (module) => ({ default: module.Notices }),
    () => ({ default: () => null }),
  ),
)

/** Loads what is said above every page about the connection and new versions once the browser is idle. */
export function DeferredNotices() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenIdle(() => setWanted(true)), [])
  return (
    isWanted && (
      <Suspense>
        <Notices />
      </Suspense>
    )
  )
}
