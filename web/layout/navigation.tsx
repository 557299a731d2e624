import {
  ChartColumn,
  Clock,
  CreditCard,
  Crown,
  FileText,
  FolderKanban,
  LayoutDashboard,
  ReceiptText,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import { arePlansSold } from '#web/data/plans-sold.ts'
import { cx } from '#web/ui/cx.ts'
import { usePlace } from './use-place.ts'

const SUBSCRIPTION = '/subscription/manage'

const PLACES = [
  { to: '/dashboard', name: 'Dashboard', icon: LayoutDashboard },
  { to: '/clients', name: 'Clients', icon: Users },
  { to: '/projects', name: 'Projects', icon: FolderKanban },
  { to: '/time-tracking', name: 'Time Tracking', icon: Clock },
  { to: '/invoices', name: 'Invoices', icon: FileText },
  { to: '/expenses', name: 'Expenses', icon: ReceiptText },
  { to: '/reports', name: 'Reports', icon: ChartColumn },
  { to: SUBSCRIPTION, name: 'Subscription', icon: CreditCard },
]

/** The screens of the sidebar. */
export const places = () => (arePlansSold() ? PLACES : PLACES.filter(({ to }) => to !== SUBSCRIPTION))

type NavigationProps = { crown: boolean; onNavigate?: () => void }

export function Navigation({ crown, onNavigate }: NavigationProps) {
  const shown = places()
  const current = usePlace(shown)
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {shown.map(({ to, name, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          onClick={onNavigate}
          aria-current={to === current ? 'page' : undefined}
          className={cx(
            'flex h-9 items-center gap-3 rounded px-3 font-medium transition-colors touch:h-11',
            to === current ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon aria-hidden="true" className="icon" />
          <span className="flex-1">{name}</span>
          {crown && to === SUBSCRIPTION && (
            <Crown role="img" aria-label="Paid plan" className="icon-sm text-yellow-solid" />
          )}
        </Link>
      ))}
    </nav>
  )
}
