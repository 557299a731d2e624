const RELOAD_INTERVAL_MS = 10_000

/** A page that is open during a deployment may request code that is gone. It reloads once to get the new code. */
export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return
    const last = Number(sessionStorage.getItem('reloaded-at'))
    if (Date.now() - last < RELOAD_INTERVAL_MS) return
    sessionStorage.setItem('reloaded-at', String(Date.now()))
    location.reload()
  })
}
