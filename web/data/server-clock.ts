import { useSyncExternalStore } from 'react'

/** By how much the clock of this device may differ before it is corrected: responses tell whole seconds. */
const TOLERANCE_MS = 2000
const MINUTE_MS = 60_000

let offset = 0
const listeners = new Set<() => void>()

/** Reads the server's clock from the `Date` of a response. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  const difference = date - Date.now()
  offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0
  notify()
}

/** The time of the server, in milliseconds: a device whose clock is wrong measures the same as any other. */
export const serverNow = (): number => Date.now() + offset

/** Something read from the server's time, such as the day. Follows the time as it passes, and a clock that is moved. */
export function useServerTime<Value extends string | number>(read: (now: Date) => Value): Value {
  const current = () => read(new Date(serverNow()))
  return useSyncExternalStore(onServerTime, current, current)
}

let ticking: ReturnType<typeof setInterval> | undefined

/** Calls back every minute, and whenever the server has told its time. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(notify, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}
