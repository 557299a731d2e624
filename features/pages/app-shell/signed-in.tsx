import { Eye, FileInput, ServerCog, UserRound } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useRefetchOnNewDay, useSession } from '#features/foundation/account/client.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { useSignOut } from '#features/foundation/sign-in/client.ts'
import { useAwaitsPlan, usePlan } from '#features/foundation/subscription/client.ts'
import { SubscriptionBanner } from '#features/foundation/subscription/subscription-banner.tsx'
import { DemoBar } from '#features/pages/demo/demo-bar.tsx'
import { ExportItem } from '#features/pages/export/export-item.tsx'
import { isDemoOffered } from '#web/data/demo-offered.ts'
import { landingState } from '#web/data/session.ts'
import { AppLayout } from '#web/layout/app-layout.tsx'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { visitOf } from '#web/navigation/visit.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { MenuItem, MenuLink } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { DeferredNotices } from './deferred-notices.tsx'
import { DeferredTimer } from './deferred-timer.tsx'
import { useSearchLauncher } from './search-launcher.tsx'

const Tour = lazy(async () => ({ default: (await import('#features/pages/tour/tour.tsx')).Tour }))
const ClosingScreen = lazyDialog(
  () => import('#features/pages/account-deletion/closing-screen.tsx'),
  'ClosingScreen',
  { isRare: true },
)

/** The frame of every screen that needs a session. */
export function SignedIn() {
  const session = useSession()
  // Loaded together, so that a banner above the page does not push it down later.
  const awaitsPlan = useAwaitsPlan(session.status === 'signed-in')
  // The first render is the longest. Deferred, it lets the browser respond in between.
  const isLoaded = useDeferredValue(session.status !== 'pending' && !awaitsPlan)
  if (session.status === 'signed-out') return <LeaveForLanding />
  if (session.status === 'signed-in' && session.user.delete_at) {
    return (
      <UiProvider>
        <DemoBar />
        <ClosingScreen user={session.user} deleteAt={session.user.delete_at} />
      </UiProvider>
    )
  }
  if (session.status === 'pending' || !isLoaded) return <LoadingScreen />
  return (
    <UiProvider>
      <Frame user={session.user} />
    </UiProvider>
  )
}

/** The next sign-in leads back to the page that was being opened, or else to the one that was shown. */
function LeaveForLanding() {
  const shown = useLocation()
  const { location: opening } = useNavigation()
  const { pathname, search, hash } = opening ?? shown
  // Once, since leaving is a navigation, too.
  const [state] = useState(() => landingState(pathname + search + hash))
  return <Navigate to="/" replace state={state} />
}

function Frame({ user: { email, google_user_data, demo } }: { user: User }) {
  const signOut = useSignOut()
  useRefetchOnNewDay()
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [strip, setStrip] = useState<HTMLElement | null>(null)
  const search = useSearchLauncher()
  const { plan, trial } = usePlan()
  const crown = plan !== undefined && plan.id !== 'free'
  return (
    <AppLayout
      user={{ email, ...google_user_data }}
      mark={demo ? 'Demo' : null}
      crown={crown}
      trial={trial?.expiring ? trial : null}
      onSignOut={signOut}
      banner={
        <>
          <DeferredNotices />
          <DemoBar />
          <SubscriptionBanner />
          {demo && (
            <Suspense>
              <Tour belowHeader />
            </Suspense>
          )}
        </>
      }
      search={search.buttons}
      timer={{
        panel: <div ref={setPanel} className="min-h-17" />,
        strip: <div ref={setStrip} className="min-h-[calc(3.5rem+1px)]" />,
      }}
      accountItems={
        <>
          <MenuLink to="/account" icon={<UserRound />}>
            Account
          </MenuLink>
          <MenuLink to="/import" icon={<FileInput />}>
            Import
          </MenuLink>
          <ExportItem />
          {plan?.id === 'admin' && (
            <MenuLink to="/admin" icon={<ServerCog />}>
              Admin
            </MenuLink>
          )}
          {!demo && isDemoOffered() && <OpenDemoItem />}
        </>
      }
    >
      <Outlet />
      <ScrollRestoration getKey={visitOf} />
      <DeferredTimer panel={panel} strip={strip} />
      {search.dialogs}
    </AppLayout>
  )
}

function OpenDemoItem() {
  const open = () => {
    import('#features/pages/demo/client.ts')
      .then(({ openDemo }) => openDemo())
      .catch(() => toast.error('The demo could not be opened', 'Please try again later'))
  }
  return (
    <MenuItem icon={<Eye />} onSelect={open}>
      Open the demo
    </MenuItem>
  )
}
