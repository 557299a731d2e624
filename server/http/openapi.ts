import type { FastifyInstance, RouteOptions } from 'fastify'

export const DOCUMENT = '/api/openapi.json'
export const PAGE = '/api/docs'

const HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'location']

/** OpenAPI 3.1 from the endpoint tables, and a page to browse it. Both are made when first asked for. */
export function describeApi(app: FastifyInstance, warning?: string): void {
  const described: RouteOptions[] = []
  let opened: Promise<FastifyInstance> | undefined
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint && route.method !== 'HEAD') described.push(route)
  })
  for (const path of [DOCUMENT, PAGE, `${PAGE}/*`])
    app.get(path, async ({ url }, reply) => {
      opened ??= import('./openapi-description.ts').then((one) => one.openDescription(described, warning))
      const { statusCode, headers, rawPayload } = await (await opened).inject(url)
      if (statusCode === 404) return reply.callNotFound()
      for (const name of HEADERS) if (name in headers) reply.header(name, headers[name])
      return reply.code(statusCode).send(rawPayload)
    })
}
