import { Link, useLocation } from 'react-router'
import { cx } from './cx.ts'
import { useMedia } from './use-wide.ts'

type JumpsProps = {
  /** The accessible name. */
  label: string
  /** Titles of the sections by their ids. */
  sections: Readonly<Record<string, string>>
}

/** Leads to the sections of a long page on small screens, where scrolling takes long. */
export function Jumps({ label, sections }: JumpsProps) {
  const { search, hash } = useLocation()
  const isSmall = useMedia('(width < 64rem)')
  if (!isSmall) return null
  return (
    <nav aria-label={label} className="tab-strip -mx-4 mb-4 overflow-x-auto px-4 md:-mx-8 md:px-8">
      <ul className="flex w-max gap-2">
        {Object.entries(sections).map(([id, title]) => (
          <li key={id}>
            <Link
              to={{ search, hash: id }}
              replace
              preventScrollReset
              aria-current={hash === `#${id}` ? 'location' : undefined}
              className={cx(
                'flex h-8 items-center rounded-full border px-3 text-meta font-medium -outline-offset-2 transition-colors hover:text-ink touch:h-11',
                hash === `#${id}` ? 'border-edge bg-surface text-ink' : 'border-hairline text-muted',
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
