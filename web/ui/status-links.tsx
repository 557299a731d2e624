import { Link } from 'react-router'
import { cx } from './cx.ts'

type StatusLinksProps<Status extends string> = {
  options: readonly Status[]
  label(status: Status): string
  chosen: Status | undefined
}

/** Narrows a list to one status, or to none. */
export function StatusLinks<Status extends string>({ options, label, chosen }: StatusLinksProps<Status>) {
  return (
    <nav aria-label="Status" className="-mx-2.5 flex flex-wrap gap-0.5">
      {[undefined, ...options].map((status) => (
        <Link
          key={status ?? 'all'}
          to={{ search: status ? `status=${status}` : '' }}
          preventScrollReset
          aria-current={status === chosen ? 'true' : undefined}
          className={cx(
            'flex h-8 items-center rounded px-2.5 text-meta font-medium transition-colors touch:h-11',
            status === chosen ? 'bg-sunken text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {status ? label(status) : 'All'}
        </Link>
      ))}
    </nav>
  )
}
