import { useSyncExternalStore } from 'react'
import { ACTIVATE, APP_SHELL } from './app-shell.ts'

const CHECK_INTERVAL_MS = 30 * 60_000

let isReady = false
const listeners = new Set<() => void>()

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** True once the server has another version than this page. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isReady,
    () => false,
  )

/** The name of the first script contains a hash of all that it loads. */
export const pageVersion = (page: Document = document): string | undefined =>
  page.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute('src') ?? undefined

/** Past the service worker, which answers only for the address without a query. */
async function serverVersion(): Promise<string | undefined> {
  const response = await fetch(`${APP_SHELL}?version`, { cache: 'no-store' })
  if (!response.ok) return undefined
  return pageVersion(new DOMParser().parseFromString(await response.text(), 'text/html'))
}

/** Compares this page with the server's. Code that cannot be loaded is the first sign of a new version. */
export async function checkVersion(): Promise<void> {
  const [own, latest] = [pageVersion(), await serverVersion().catch(() => undefined)]
  if (own === undefined || latest === undefined) return
  if (own === latest) return (await waitingWorker())?.postMessage(ACTIVATE)
  isReady = true
  for (const changed of listeners) changed()
}

const waitingWorker = async (): Promise<ServiceWorker | null> =>
  (await navigator.serviceWorker?.getRegistration())?.waiting ?? null

/** On request only, since a reload loses what is being typed. */
export async function reloadToNewVersion(): Promise<void> {
  const waiting = await waitingWorker().catch(() => null)
  if (!waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage(ACTIVATE)
}

/** Registers the worker that opens the app without a connection, and looks for new versions from then on. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  // Some private windows refuse it, and Daybook works without it.
  const registration = await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  if (!registration) return
  if (registration.waiting) void checkVersion()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) void checkVersion()
    })
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_INTERVAL_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}
