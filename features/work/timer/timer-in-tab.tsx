import { useEffect } from 'react'
import { serverNow } from '#web/data/server-clock.ts'
import { useTimer } from './client.ts'
import { hoursAndMinutes } from './rules/clock.ts'

const MINUTE = 60_000

/** Shows the running timer in the browser's tab: "1:07 · Website", and another icon. */
export function TimerInTab() {
  const { timer } = useTimer()
  const startedAt = timer?.started_at.getTime()
  const project = timer?.project_name ?? 'Timer'

  useEffect(() => {
    if (startedAt === undefined) return
    const title = document.createElement('title')
    let next: ReturnType<typeof setTimeout>
    const tick = () => {
      const elapsed = serverNow() - startedAt
      title.textContent = `${hoursAndMinutes(elapsed)} · ${project}`
      next = setTimeout(tick, MINUTE - (elapsed % MINUTE))
    }
    // The first title counts, and each page inserts its own before all others.
    const stayFirst = () => {
      if (document.head.querySelector('title') !== title) document.head.prepend(title)
    }
    tick()
    stayFirst()
    const observer = new MutationObserver(stayFirst)
    observer.observe(document.head, { childList: true })
    return () => {
      clearTimeout(next)
      observer.disconnect()
      title.remove()
    }
  }, [startedAt, project])

  const running = startedAt !== undefined
  useEffect(() => {
    const icon = document.head.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || !running) return
    const before = icon.getAttribute('href') ?? ''
    icon.setAttribute('href', '/favicon-running.svg')
    return () => icon.setAttribute('href', before)
  }, [running])

  return null
}
