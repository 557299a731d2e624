import { useEffect, useState } from 'react'
import { serverNow } from '#web/data/server-clock.ts'
import { clockText } from './rules/clock.ts'

const SECOND = 1000

/** "1:07:42". Only this renders each second, and only while the tab is visible. */
export function TimerClock({ startedAt, className }: { startedAt: Date; className?: string }) {
  const started = startedAt.getTime()
  const [now, setNow] = useState(serverNow)

  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(next)
      if (document.hidden) return
      setNow(serverNow())
      next = setTimeout(tick, SECOND - ((serverNow() - started) % SECOND))
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(next)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [started])

  return (
    <span role="timer" aria-label="Running time" className={className}>
      {clockText(now - started)}
    </span>
  )
}
