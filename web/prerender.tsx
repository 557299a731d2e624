import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { matchRoutes, type RouteObject } from 'react-router'
import { plansOnSale } from '#features/foundation/subscription/rules.ts'
import { plansQuery } from '#features/pages/pricing/client.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { transport } from '#web/data/transport.ts'
import { USER_QUERY } from '#web/data/user-query.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { loadPage, ROOT, renderPage } from '#web/rendering/render-page.tsx'
import { pagePaths, routes } from '#web/routes.ts'

export { setTransport } from '#web/data/transport.ts'
export { firstCalls } from '#web/first-calls.ts'
export { appPaths, pagePaths } from '#web/routes.ts'

/** The screen of an address, and the frames around it. */
const routesAt = (path: string): RouteObject[] => (matchRoutes(routes, path) ?? []).map(({ route }) => route)

const SCREENS = import.meta.glob<object>([
  '../features/*/*/{*-screen,*-frame,signed-in}.tsx',
  '../features/*/*/client.ts',
  './layout/*-screen.tsx',
])

/** By address: the source files of what is shown there and of its loaders, as the client's manifest names them. */
export async function screenFiles(): Promise<Record<string, string[]>> {
  const fileOf = new Map<unknown, string>()
  for (const [file, load] of Object.entries(SCREENS))
    for (const part of Object.values(await load())) fileOf.set(part, file)
  const files = pagePaths.map(async (path) => {
    const parts = await Promise.all(routesAt(path).flatMap(partsOf))
    return [path, parts.flatMap((part) => fileOf.get(part) ?? [])]
  })
  return Object.fromEntries(await Promise.all(files))
}

const partsOf = ({ lazy }: RouteObject): unknown[] =>
  typeof lazy === 'object' ? [lazy.Component?.(), lazy.loader?.()] : []

/** Pages that are the same for every visitor who is not signed in. */
const PRERENDERED = ['/', '/pricing']

/** Renders each page into the empty shell. The result is keyed by address. */
export async function prerenderPages(shell: string): Promise<Record<string, string>> {
  const pages = PRERENDERED.map(async (path) => [path, await prerenderPage(path, shell)])
  return Object.fromEntries(await Promise.all(pages))
}

async function prerenderPage(path: string, shell: string): Promise<string> {
  const queryClient = createQueryClient(() => undefined)
  queryClient.setQueryData(USER_QUERY.queryKey, null)
  queryClient.setQueryData(plansQuery.queryKey, plansOnSale)
  const page = await loadPage(new URL(path, 'http://prerender.invalid'), queryClient)
  if (!page) throw new Error(`${path} cannot be loaded`)
  return renderPage(page, shell, queryClient)
}

/** Pages with data of their own, which the server renders for each request. */
export const renderedPaths = pagePaths.filter((path) => path.startsWith('/client-portal/'))

/**
 * Renders a page with what its calls return now. Its data counts as stale, so the browser makes these calls again: only they
 * are a visit. Undefined if a call fails, since the browser then shows why.
 */
export async function renderForRequest(path: string, shell: string): Promise<string | undefined> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = await loadPage(new URL(path, transport().origin), queryClient)
  if (!page) return undefined
  await queryClient.invalidateQueries({ refetchType: 'none' })
  return renderPage(page, shell, queryClient)
}

/** The shell as it looks until its script has run. */
export const loadingShell = (shell: string): string =>
  shell.replace(ROOT, `$&${renderToStaticMarkup(<LoadingScreen />)}`)
