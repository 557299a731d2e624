import { dehydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { queryClientContext } from '#web/data/prefetch.ts'
import { PRERENDERED_STATE, type PrerenderedState, stateAsJson } from '#web/data/prerendered-state.ts'
import { routes } from '#web/routes.ts'

const { query, dataRoutes } = createStaticHandler(routes)

/** Runs the loaders of a page, and waits for their calls. Undefined if one failed. */
export async function loadPage(
  url: URL,
  queryClient: QueryClient,
): Promise<StaticHandlerContext | undefined> {
  const context = await query(new Request(url), {
    requestContext: new RouterContextProvider(new Map([[queryClientContext, queryClient]])),
  })
  if (context instanceof Response) throw new Error('the page is redirected')
  const queries = queryClient.getQueryCache().getAll()
  await Promise.allSettled(queries.map(({ promise }) => promise))
  const isComplete = context.errors === null && queries.every(({ state }) => state.status === 'success')
  return isComplete ? context : undefined
}

/**
 * Renders a loaded page into the empty shell, with its data. It never waits halfway: the locale of amounts and dates is a
 * global, which the page sets for itself.
 */
export function renderPage(context: StaticHandlerContext, shell: string, queryClient: QueryClient): string {
  const rendered = renderToString(
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
  return fill(shell, rendered, { loaderData: context.loaderData, queries: dehydrate(queryClient) })
}

export const ROOT = '<div id="root">'
const TITLE = '<title>Daybook</title>'

/** React puts everything that belongs into the head first. */
function fill(shell: string, rendered: string, state: PrerenderedState): string {
  const [head, content] = rendered.split(ROOT)
  if (!head || !content || !shell.includes(TITLE) || !shell.includes(`${ROOT}</div>`))
    throw new Error('index.html does not have the expected title and root')
  return shell
    .replace(TITLE, () => head)
    .replace(
      `${ROOT}</div>`,
      () =>
        `${ROOT}${content}<script type="application/json" id="${PRERENDERED_STATE}">${stateAsJson(state)}</script>`,
    )
}
