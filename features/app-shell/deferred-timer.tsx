import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { TimerFrame as Frame } from '#features/timer/timer-frame.tsx'
import { whenIdle } from '#web/ui/preload.ts'

type Slots = ComponentProps<typeof Frame>

const TimerFrame = lazy<ComponentType<Slots>>(() =>
  import('#features/timer/timer-frame.tsx').then(
    (module) => ({ default: module.TimerFrame }),
    () => ({ default: () => null }),
  ),
)

/** Loads the timer once the browser is idle, to keep the page light. If it cannot be loaded, the page works without it. */
export function DeferredTimer(slots: Slots) {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    idle && (
      <Suspense>
        <TimerFrame {...slots} />
      </Suspense>
    )
  )
}
