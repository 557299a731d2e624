import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { ACTIVATE, APP_SHELL } from './app-shell.ts'

/** Filled in by `server/web-client/compile.ts`: the app's built files, and the first parts of the addresses of its screens. */
declare const PRECACHED: { url: string; revision: string | null }[]
declare const APP_ADDRESSES: string[]

/** The worker's own scope, which the types of a page do not know. */
declare function skipWaiting(): Promise<void>

/**
 * Keeps the app's code, and nothing else: no response of the API, no page of the portal. A screen is asked for at the server
 * first; without a connection it is the kept shell that opens.
 */
cleanupOutdatedCaches()
precacheAndRoute(PRECACHED, { cleanURLs: false, directoryIndex: '' })
enableNavigationPreload()
registerRoute(
  new NavigationRoute(new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(APP_SHELL) }] }), {
    allowlist: APP_ADDRESSES.map((address) => new RegExp(`^${address}(?:[/?]|$)`)),
  }),
)

// A new version waits until the person who uses the old one asks for it.
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === ACTIVATE) void skipWaiting()
})
