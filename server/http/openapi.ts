import type { FastifyInstance, RouteOptions } from 'fastify'

const DOCUMENT = '/api/openapi.json'
const PAGE = '/api/docs'

const HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'location']

/** OpenAPI 3.1 from the endpoint tables, and a page to browse it. Both are made when first asked for. */
export function describeApi(app: FastifyInstance, warning?: string): void {
  const routes: RouteOptions[] = []
  let opened: Promise<FastifyInstance> | undefined
  const open = async () => {
    const { openDescription } = await import('./openapi-description.ts')
    return openDescription({ routes, warning, document: DOCUMENT, page: PAGE })
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint && route.method !== 'HEAD') routes.push(route)
  })
  for (const path of [DOCUMENT, PAGE, `${PAGE}/*`])
    app.get(path, async ({ url }, reply) => {
      opened ??= open()
      const { statusCode, headers, rawPayload } = await (await opened).inject(url)
      if (statusCode === 404) return reply.callNotFound()
      for (const name of HEADERS) if (name in headers) reply.header(name, headers[name])
      return reply.code(statusCode).send(rawPayload)
    })
}
