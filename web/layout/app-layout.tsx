import { type ReactNode, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { AccountFooter, type LayoutUser } from './account-footer.tsx'
import { BottomTabs } from './bottom-tabs.tsx'
import { Navigation } from './navigation.tsx'
import { TrialBox } from './trial-box.tsx'
import { headingOf, useFocusOnArrival } from './use-focus-on-arrival.ts'
import { Wordmark } from './wordmark.tsx'

const Drawer = lazyDialog(() => import('#web/ui/drawer.tsx'), 'Drawer')

export type AppLayoutProps = {
  user: LayoutUser
  /** Beside the name of the app, on every page. */
  mark?: string | null
  /** Marks the Subscription link for plans that are not free. */
  crown: boolean
  /** Set while the trial is about to end. */
  trial: { daysLeft: number } | null
  onSignOut(): void
  signingOut?: boolean
  accountItems?: ReactNode
  /** Above the page, at full width. */
  banner?: ReactNode
  /** Under the name of the app in the sidebar; on small screens an icon in the header. */
  search?: { wide: ReactNode; icon: ReactNode }
  /** At the foot of the sidebar; on small screens above the tabs at the bottom edge, 56 px high. */
  timer?: { panel: ReactNode; strip: ReactNode }
  children: ReactNode
}

export function AppLayout(props: AppLayoutProps) {
  const { key: visit } = useLocation()
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  // Every navigation closes the drawer, including one from the account menu.
  const drawerOpen = openedOn === visit
  const main = useFocusOnArrival()
  const leaving = useRef(false)

  const openDrawer = () => {
    leaving.current = false
    setOpenedOn(visit)
  }

  const followLink = () => {
    leaving.current = true
    setOpenedOn(null)
  }

  const mark = props.mark && <Badge>{props.mark}</Badge>
  const sidebar = (search?: ReactNode, timer?: ReactNode) => (
    <div className="flex min-h-full min-w-0 flex-1 flex-col gap-6 p-3">
      <div className="flex items-center">
        <Link
          to="/dashboard"
          onClick={followLink}
          aria-label="Daybook, go to the dashboard"
          className="flex h-10 w-fit items-center rounded px-3 touch:h-11"
        >
          <Wordmark className="text-[1.375rem]" />
        </Link>
        {mark}
      </div>
      {search && <div className="-my-2">{search}</div>}
      <Navigation crown={props.crown} onNavigate={followLink} />
      <div className="mt-auto flex flex-col gap-3">
        {props.trial && <TrialBox daysLeft={props.trial.daysLeft} />}
        {timer}
        <div className="-mx-3 border-t border-hairline px-3 pt-3">
          <AccountFooter
            user={props.user}
            onSignOut={props.onSignOut}
            signingOut={props.signingOut ?? false}
            items={props.accountItems}
          />
        </div>
      </div>
    </div>
  )

  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only rounded bg-ink px-4 py-3 font-medium text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 flex h-dvh overflow-y-auto border-r border-hairline max-lg:hidden print:hidden">
        {sidebar(props.search?.wide, props.timer?.panel)}
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-hairline bg-paper px-2 short:static lg:hidden print:hidden">
        <Link
          to="/dashboard"
          aria-label="Daybook, go to the dashboard"
          className="flex h-11 items-center rounded px-2"
        >
          <Wordmark className="text-[1.25rem]" />
        </Link>
        {mark}
        {props.search?.icon}
      </header>
      <Drawer
        open={drawerOpen}
        onOpenChange={(open) => setOpenedOn(open ? visit : null)}
        title="Menu"
        hideTitle
        side="right"
        finalFocus={() => (leaving.current || openedOn !== null ? headingOf(main.current) : null)}
      >
        {sidebar()}
      </Drawer>
      <div className="min-w-0 pb-(--bottom-bars) print:pb-0">
        {props.banner}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-page px-4 py-6 md:px-8 md:py-10"
        >
          {props.children}
        </main>
      </div>
      <div
        data-bottom-bars
        className="fixed inset-x-0 bottom-0 z-30 flex flex-col bg-paper pb-[env(safe-area-inset-bottom)] max-sm:short:static sm:short:flex-row sm:short:*:flex-1 lg:hidden print:hidden"
      >
        {props.timer?.strip}
        <BottomTabs isMoreOpen={drawerOpen} onMore={openDrawer} />
      </div>
    </div>
  )
}
