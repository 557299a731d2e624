import { formatInstantDate } from '#core/format.ts'
import { cx } from './cx.ts'
import { useHydrated } from './use-hydrated.ts'

type InstantProps = {
  at: Date
  format?: (instant: Date) => string
  className?: string
}

/** An instant in the reader's time zone. A server does not know it, so a rendered page leaves room until it is hydrated. */
export function Instant({ at, format = formatInstantDate, className }: InstantProps) {
  const isHydrated = useHydrated()
  const iso = at.toISOString()
  return (
    <time dateTime={iso} className={cx(className, !isHydrated && 'invisible')}>
      {isHydrated ? format(at) : iso.slice(0, 10)}
    </time>
  )
}
