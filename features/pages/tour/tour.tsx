import { type ComponentType, lazy, Suspense } from 'react'
import { useTabFlag } from '#web/data/tab-flags.ts'

type TourProps = { /** On small screens, which have a header that stays. */ belowHeader?: boolean }

const TourPanel = lazy<ComponentType<TourProps>>(() =>
  import('./tour-panel.tsx').then(
    (module) => ({ default: module.TourPanel }),
    () => ({ default: () => null }),
  ),
)

/** Loaded only where it is shown. If it cannot be loaded, the page works without it. */
export function Tour(props: TourProps) {
  return (
    useTabFlag('tour') && (
      <Suspense>
        <TourPanel {...props} />
      </Suspense>
    )
  )
}
