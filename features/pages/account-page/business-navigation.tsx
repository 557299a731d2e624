import { Link, useLocation } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { SECTIONS } from './rules.ts'

/** Leads to the sections of the profile, below the list of tabs on a wide screen. */
export function BusinessNavigation() {
  const { hash } = useLocation()
  return (
    <nav aria-label="Business sections" className="mt-2 border-t border-hairline pt-2 max-lg:hidden">
      <ul>
        {Object.entries(SECTIONS).map(([id, { title }]) => (
          <li key={id}>
            <Link
              to={{ search: 'tab=business', hash: id }}
              replace
              preventScrollReset
              aria-current={hash === `#${id}` ? 'location' : undefined}
              className={cx(
                'flex h-8 items-center rounded px-3 text-meta hover:bg-sunken hover:text-ink',
                hash === `#${id}` ? 'text-ink' : 'text-muted',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
