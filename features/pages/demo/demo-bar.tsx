import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '#features/foundation/account/client.ts'
import type { DemoNotice as Notice } from './demo-notice.tsx'

const DemoNotice = lazy<ComponentType<ComponentProps<typeof Notice>>>(() =>
  import('./demo-notice.tsx').then(
    (module) => ({ default: module.DemoNotice }),
    () => ({ default: () => null }),
  ),
)

/** Above every page, as long as the demo is used. Its content is loaded only then. */
export function DemoBar() {
  const session = useSession()
  const demo = session.status === 'signed-in' ? session.user.demo : null
  return (
    demo && (
      <aside
        aria-label="Demo"
        data-tour="demo"
        className="min-h-12 border-b border-hairline bg-sunken touch:min-h-13 print:hidden"
      >
        <Suspense>
          <DemoNotice isAnonymous={demo.is_anonymous} />
        </Suspense>
      </aside>
    )
  )
}
