import { setTimeout as delay } from 'node:timers/promises'

const PAUSE = 50

/** Waits for a condition; gives whether it came about before patience was lost. */
export async function until(holds: () => Promise<boolean>, patienceSeconds: number): Promise<boolean> {
  const end = performance.now() + patienceSeconds * 1000
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) return false
    await delay(PAUSE)
  }
  return true
}
