import { Clock, FilePlus2, FolderPlus, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { Keys } from '#web/keyboard/keys.tsx'
import { useSingleKeys } from '#web/keyboard/single-keys.ts'
import { Section } from '#web/ui/section.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'

const ACTIONS = [
  { name: 'Add Client', to: '/clients?new', icon: UserPlus, shortcut: 'newClient' },
  { name: 'Start Project', to: '/projects?new', icon: FolderPlus, shortcut: 'newProject' },
  { name: 'Log Time', to: '/time-tracking?new', icon: Clock, shortcut: 'logTime' },
  { name: 'Create Invoice', to: '/invoices?new', icon: FilePlus2, shortcut: 'newInvoice' },
] as const

/** Each link opens the form of its screen. */
export function QuickActions() {
  const [hasSingleKeys] = useSingleKeys()
  return (
    <Section title="Quick Actions" className="lg:row-span-2">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded border border-hairline bg-hairline md:max-lg:grid-cols-4 lg:grid-cols-1">
        {ACTIONS.map(({ name, to, icon: Icon, shortcut }) => (
          <li key={to} className="min-w-0">
            <Link
              to={to}
              aria-keyshortcuts={ariaKeys(shortcut, hasSingleKeys)}
              className="flex h-full min-h-11 items-center gap-3 bg-surface px-4 py-2 leading-5 font-medium transition-colors -outline-offset-2 hover:bg-sunken"
            >
              <Icon aria-hidden className="icon shrink-0 text-faint" /> {name}
              <Keys of={shortcut} className="ml-auto max-lg:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
