import { formatInstantDate } from '#core/format.ts'
import { cx } from './cx.ts'
import { useHydrated } from './use-hydrated.ts'

type InstantProps = {
  at: Date
  format?: (instant: Date, timeZone?: 'UTC') => string
  className?: string
}

/**
 * An instant in the reader's time zone. A server does not know it, so a rendered page leaves room for it until it is hydrated.
 * Without scripts it stays in UTC.
 */
export function Instant({ at, format = formatInstantDate, className }: InstantProps) {
  const isHydrated = useHydrated()
  return (
    <time
      dateTime={at.toISOString()}
      className={cx('whitespace-nowrap', className, !isHydrated && 'invisible noscript:visible')}
      // Some browsers put another space before AM than the server.
      suppressHydrationWarning
    >
      {isHydrated ? format(at) : format(at, 'UTC')}
    </time>
  )
}
