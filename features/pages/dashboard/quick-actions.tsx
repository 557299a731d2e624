import { Clock, FilePlus2, FolderPlus, UserPlus } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'

const ACTIONS = [
  { name: 'Add Client', to: '/clients?new', icon: UserPlus },
  { name: 'Start Project', to: '/projects?new', icon: FolderPlus },
  { name: 'Log Time', to: '/time-tracking?new', icon: Clock },
  { name: 'Create Invoice', to: '/invoices?new', icon: FilePlus2 },
]

/** Each link opens the form of its screen. */
export function QuickActions() {
  return (
    <Panel title="Quick Actions" className="max-lg:-order-1">
      <div className="grid gap-2 min-[23rem]:max-lg:grid-cols-2 md:max-lg:grid-cols-4">
        {ACTIONS.map(({ name, to, icon: Icon }) => (
          <ButtonLink key={to} to={to} className="justify-start">
            <Icon aria-hidden /> {name}
          </ButtonLink>
        ))}
      </div>
    </Panel>
  )
}
