import { setTimeout as delay } from 'node:timers/promises'

const PAUSE = 50

/** Waits for a condition; returns whether it came about in time. */
export async function until(holds: () => Promise<boolean>, timeoutSeconds: number): Promise<boolean> {
  const end = performance.now() + timeoutSeconds * 1000
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) return false
    await delay(PAUSE)
  }
  return true
}
