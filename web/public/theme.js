// Runs before the first paint, so that a chosen theme never flashes the other one. web/ui/theme.ts keeps the choice.
;(() => {
  try {
    const theme = localStorage.getItem('daybook:theme')
    if (theme !== 'light' && theme !== 'dark') return
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all'
    }
  } catch {
    // Storage is refused in some private windows: the system's theme stays.
  }
})()

// What checks the server's answers would try whether it may compile itself, which the Content-Security-Policy forbids
// and reports. Its modules ask when they are loaded, so it is told before any of them is.
globalThis.__zod_globalConfig = { jitless: true }
