import './styles.css'
import { prefetch } from '#web/data/prefetch.ts'
import { asksAt, type Handle, routesTo } from '#web/routes.ts'

reloadAfterDeployment()

/** What the address shows, and asks for, is fetched together with what runs it, instead of after it. */
for (const { lazy, handle } of routesTo(location.pathname)) {
  if (typeof lazy === 'function') void lazy().catch(() => undefined)
  if (handle)
    for (const path of asksAt(handle as Handle, new URLSearchParams(location.search))) prefetch(path)
}
void import('#web/main.tsx')

/** A page that is open during a deployment asks for parts that are gone: once, it starts over with the new ones. */
function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return
    const last = Number(sessionStorage.getItem('reloaded-at'))
    if (Date.now() - last < 10_000) return
    event.preventDefault()
    sessionStorage.setItem('reloaded-at', String(Date.now()))
    location.reload()
  })
}
