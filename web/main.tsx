import '@fontsource-variable/inter/wght.css'
import '@fontsource/source-serif-4/600.css'
import './styles.css'
import { hydrate, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClientContext } from '#web/data/prefetch.ts'
import { readPrerenderedState } from '#web/data/prerendered-state.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { followOtherTabs, leaveEndedSession } from '#web/data/session.ts'
import { noteEarlySearch, takeEarlySearch } from '#web/keyboard/early-search.ts'
import { readConnection } from '#web/offline/connection.ts'
import { APP, routes } from '#web/routes.ts'

readConnection()
// On any page, since matching the address takes a slow phone a while.
noteEarlySearch()
const queryClient = createQueryClient(leaveEndedSession)
followOtherTabs(queryClient)

const getContext = () => new RouterContextProvider(new Map([[queryClientContext, queryClient]]))

// In a task of its own, so that the page can respond after its code was loaded.
setTimeout(() => void start())

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const prerendered = readPrerenderedState()
  if (!prerendered) {
    const router = createBrowserRouter(routes, { getContext })
    if (!router.state.matches.some(({ route }) => route.id === APP)) takeEarlySearch()
    return createRoot(root).render(app(router))
  }
  takeEarlySearch()
  const { queries, loaderData } = prerendered
  hydrate(queryClient, queries)
  await loadShownRoutes()
  const router = createBrowserRouter(routes, { getContext, hydrationData: { loaderData } })
  // In slices, so that the page responds meanwhile.
  startTransition(() => {
    hydrateRoot(root, app(router))
  })
}

function app(router: DataRouter) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}

/** A prerendered page is hydrated at once, so the code of its routes has to be loaded first. */
async function loadShownRoutes(): Promise<void> {
  const shown = matchRoutes(routes, location) ?? []
  await Promise.all(
    shown.map(async ({ route }) => {
      const parts = Object.entries(route.lazy ?? {}).map(async ([name, load]) => [name, await load()])
      Object.assign(route, Object.fromEntries(await Promise.all(parts)), { lazy: undefined })
    }),
  )
}
