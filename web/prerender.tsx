import { dehydrate, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { plansOnSale } from '#features/foundation/subscription/rules.ts'
import { plansQuery } from '#features/pages/pricing/client.ts'
import { queryClientContext } from '#web/data/prefetch.ts'
import { PRERENDERED_STATE, type PrerenderedState } from '#web/data/prerendered-state.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { USER_QUERY } from '#web/data/user-query.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { pagePaths, routes } from '#web/routes.ts'

export { firstCalls } from '#web/first-calls.ts'
export { appPaths, pagePaths } from '#web/routes.ts'

/** The screen of an address, and the frames around it. */
const routesAt = (path: string): RouteObject[] => (matchRoutes(routes, path) ?? []).map(({ route }) => route)

const SCREENS = import.meta.glob<object>([
  '../features/*/*/{*-screen,*-frame,signed-in}.tsx',
  './layout/*-screen.tsx',
])

/** By address: the source files of what is shown there, as the client's manifest names them. */
export async function screenFiles(): Promise<Record<string, string[]>> {
  const fileOf = new Map<unknown, string>()
  for (const [file, load] of Object.entries(SCREENS))
    for (const part of Object.values(await load())) fileOf.set(part, file)
  const files = pagePaths.map(async (path) => {
    const components = await Promise.all(routesAt(path).map(componentOf))
    return [path, components.flatMap((component) => fileOf.get(component) ?? [])]
  })
  return Object.fromEntries(await Promise.all(files))
}

const componentOf = async ({ lazy }: RouteObject): Promise<unknown> =>
  typeof lazy === 'object' ? lazy.Component?.() : undefined

/** Pages that are the same for every visitor who is not signed in. */
const PRERENDERED = ['/', '/pricing']

/** Renders each page into the empty shell. The result is keyed by address. */
export async function prerenderPages(shell: string): Promise<Record<string, string>> {
  const pages = PRERENDERED.map(async (path) => [path, await prerenderPage(path, shell)])
  return Object.fromEntries(await Promise.all(pages))
}

const { query, dataRoutes } = createStaticHandler(routes)

async function prerenderPage(path: string, shell: string): Promise<string> {
  const queryClient = createQueryClient(() => undefined)
  queryClient.setQueryData(USER_QUERY.queryKey, null)
  queryClient.setQueryData(plansQuery.queryKey, plansOnSale)
  const context = await query(new Request(new URL(path, 'http://prerender.invalid')), {
    requestContext: new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  if (context instanceof Response) throw new Error(`${path} is redirected`)
  const { prelude } = await prerender(
    <div id="root">
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </div>,
  )
  const { loaderData } = context
  return fill(shell, await new Response(prelude).text(), { loaderData, queries: dehydrate(queryClient) })
}

const TITLE = '<title>Daybook</title>'
const ROOT = '<div id="root">'

/** The shell as it looks until its script has run. */
export const loadingShell = (shell: string): string =>
  shell.replace(ROOT, `$&${renderToStaticMarkup(<LoadingScreen />)}`)

/** React puts everything that belongs into the head first. */
function fill(shell: string, rendered: string, state: PrerenderedState): string {
  const [head, content] = rendered.split(ROOT)
  if (!head || !content || !shell.includes(TITLE) || !shell.includes(`${ROOT}</div>`))
    throw new Error('index.html does not have the expected title and root')
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  return shell
    .replace(TITLE, () => head)
    .replace(
      `${ROOT}</div>`,
      () => `${ROOT}${content}<script type="application/json" id="${PRERENDERED_STATE}">${json}</script>`,
    )
}
