import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { TimerFrame as Frame } from '#features/work/timer/timer-frame.tsx'
import { useTimerKey } from '#features/work/timer/use-timer-key.tsx'
import { whenIdle } from '#web/ui/preload.ts'

type Slots = ComponentProps<typeof Frame>

const TimerFrame = lazy<ComponentType<Slots>>(() =>
  import('#features/work/timer/timer-frame.tsx').then(
    (module) => ({ default: module.TimerFrame }),
    () => ({ default: () => null }),
  ),
)

/**
 * Loads the timer once the browser is idle, to keep the page light, or when its key is pressed. If it cannot be loaded, the
 * page works without it.
 */
export function DeferredTimer(slots: Slots) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenIdle(() => setWanted(true)), [])
  useTimerKey(() => setWanted(true))
  return (
    isWanted && (
      <Suspense>
        <TimerFrame {...slots} />
      </Suspense>
    )
  )
}
