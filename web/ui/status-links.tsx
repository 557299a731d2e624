import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#core/format.ts'
import { searchWith } from '#web/navigation/page-parameters.ts'
import { cx } from './cx.ts'

type StatusLinksProps<Status extends string> = {
  options: readonly Status[]
  label(status: Status): string
  chosen: Status | undefined
  /** The number of records, where that matters; undefined until it is known. */
  counts?: Partial<Record<Status, number | undefined>>
  /** Its count is a warning. */
  alarming?: Status
  /** The label without a status. */
  unfiltered?: string
}

/** Filters a list by one status, or by none. A search and other filters are kept. */
export function StatusLinks<Status extends string>(props: StatusLinksProps<Status>) {
  const { options, label, chosen, counts, alarming, unfiltered = 'All' } = props
  const [search] = useSearchParams()
  return (
    <nav aria-label="Status" className="flex flex-wrap gap-0.5">
      {[undefined, ...options].map((status) => (
        <Link
          key={status ?? 'all'}
          to={{ search: searchWith(search, { status }) }}
          preventScrollReset
          aria-current={status === chosen ? 'true' : undefined}
          className={cx(
            'flex h-8 items-center rounded px-2.5 text-meta font-medium transition-colors touch:h-11 touch:min-w-11 touch:justify-center',
            status === chosen ? 'bg-sunken text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {status ? label(status) : unfiltered}
          {status && counts && status in counts && (
            <span
              className={cx(
                'ml-1 inline-block min-w-[2ch] tabular-nums',
                status === alarming && counts[status] ? 'text-red-ink' : 'text-faint',
              )}
            >
              {counts[status] !== undefined && formatCount(counts[status])}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
