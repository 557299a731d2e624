import { Clock, Ellipsis, FileText, HandCoins, LayoutDashboard, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { usePlace } from './use-place.ts'

/** The screens that a thumb reaches at once. All others are behind *More*. */
const TABS = [
  { to: '/dashboard', name: 'Dashboard', icon: LayoutDashboard },
  { to: '/time-tracking', name: 'Time', icon: Clock },
  { to: '/bill', name: 'Bill', icon: HandCoins },
  { to: '/invoices', name: 'Invoices', icon: FileText },
]

type BottomTabsProps = { isMoreOpen: boolean; onMore(): void }

/** At the bottom edge of small screens. */
export function BottomTabs({ isMoreOpen, onMore }: BottomTabsProps) {
  const current = usePlace(TABS)
  return (
    <nav aria-label="Tabs" className="flex h-14 border-t border-hairline">
      {TABS.map(({ to, name, icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          className={tabStyle(to === current)}
        >
          <TabContent name={name} icon={icon} />
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isMoreOpen}
        onClick={onMore}
        className={tabStyle(!current)}
      >
        <TabContent name="More" icon={Ellipsis} />
      </button>
    </nav>
  )
}

/** The line at the top of the current tab is a border, which stays where colors are forced. */
const tabStyle = (isCurrent: boolean): string =>
  cx(
    'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 border-t-2 pb-0.5 text-micro font-medium max-[23rem]:text-[0.6875rem] max-[23rem]:tracking-tight -outline-offset-2 transition-colors',
    isCurrent
      ? 'border-accent-ink text-accent-ink'
      : 'border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]',
  )

function TabContent({ name, icon: Icon }: { name: string; icon: LucideIcon }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="max-w-full truncate">{name}</span>
    </>
  )
}
