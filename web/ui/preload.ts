/** Until then, what the screen shows first has priority. */
const FIRST_LOAD_MS = 1000
const IDLE_TIMEOUT_MS = 2000
const CONTROLS = 'a, button, input, [role]'

const pending = new Set<() => Promise<unknown>>()

/**
 * Loads what may be needed soon, in the order of the calls: when the browser is idle, or as soon as the pointer approaches a
 * control.
 */
export function preload(load: () => Promise<unknown>): void {
  if (typeof window === 'undefined') return
  const loadOnce = async () => {
    if (pending.delete(loadOnce)) await load().catch(() => undefined)
  }
  pending.add(loadOnce)
  setTimeout(() => whenIdle(loadOnce), FIRST_LOAD_MS)
}

/** Runs once the browser is idle; offline, once it is back online, unless the service worker has the code. */
export function whenIdle(work: () => void): void {
  if (!navigator.onLine && !navigator.serviceWorker?.controller)
    addEventListener('online', work, { once: true })
  else if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS })
  else work()
}

let isLoadingAll = false

/** One after the other, so that what a press opens does not wait for the rest. */
async function loadAll(): Promise<void> {
  if (isLoadingAll) return
  isLoadingAll = true
  for (const load of pending) await load()
  isLoadingAll = false
}

async function loadAllNearControl({ target }: Event): Promise<void> {
  if (target instanceof Element && target.closest(CONTROLS)) await loadAll()
}

if (typeof window !== 'undefined') {
  const options = { capture: true, passive: true }
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, loadAll, options)
  for (const approach of ['pointerover', 'focusin']) addEventListener(approach, loadAllNearControl, options)
}
