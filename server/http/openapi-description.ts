import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint } from '#core/endpoint.ts'
import { VERSION } from '#server/config/version.ts'
import { compileZodSchemas, noJsonSchemas } from './zod-schemas.ts'

/** Swagger UI uses inline styles. The page shows nothing that a user entered. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

const describeBodies = createJsonSchemaTransform({})

interface Description {
  routes: readonly RouteOptions[]
  warning: string | undefined
  /** The paths of the document and of its page. */
  document: string
  page: string
}

/** An app that answers with the description of these routes, and with its page. */
export async function openDescription(description: Description): Promise<FastifyInstance> {
  const { routes, warning, document, page } = description
  const app: FastifyInstance = Fastify({
    schemaController: noJsonSchemas,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  compileZodSchemas(app)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Daybook',
        version: VERSION,
        description:
          (warning ? `**${warning}**\n\n` : '') +
          'Amounts are numbers with at most two decimals, calendar dates are `YYYY-MM-DD`, instants ISO 8601 in UTC. ' +
          'Lists return an array and name the next page in a `Link` header. Calls that create a record take an `Idempotency-Key`. ' +
          'The `version` of a record is also its `ETag`; calls that change the record take it as `If-Match`.',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'daybook_session' } },
      },
      security: [{ session: [] }],
    },
    transform: (described) => {
      const { schema, url } = describeBodies(described)
      return { url, schema: withHeaders(schema, described.route.config?.endpoint) }
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) return described.swaggerObject
      for (const path of Object.values(described.openapiObject.paths ?? {}))
        for (const operation of Object.values(path ?? {})) markOptionalBody(operation as Operation)
      return described.openapiObject
    },
  })
  for (const { method, url, schema = {}, config = {} } of routes)
    app.route({ method, url, schema, config, handler: () => undefined })
  app.get(document, { schema: { hide: true } }, async (_, reply) => {
    reply.type('application/json').serializer(JSON.stringify)
    return app.swagger()
  })
  await app.register(swaggerUi, {
    routePrefix: page,
    staticCSP: PAGE_POLICY,
    theme: { title: 'Daybook API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, tryItOutEnabled: false },
  })
  return app
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Repeating a key with the same body returns the first result.',
}
const LINK = { type: 'string', description: 'The next page: `<…>; rel="next"`. Absent on the last page.' }

const IF_MATCH = {
  type: 'string',
  description:
    'The `ETag` of the record you are changing, or `*`. If the record has changed since, the response is 409 with the ' +
    'code `version_conflict` and the `current` record. Without it, the call changes the record whatever its version.',
}
const ETAG = { type: 'string', description: "The record's version in quotes, for `If-Match`." }

function withHeaders(schema: FastifySchema, endpoint: Endpoint | undefined): FastifySchema {
  const { creates, paged, versioned, method, status = 200 } = endpoint ?? {}
  const response = schema.response as Record<number, object> | undefined
  const properties = {
    ...(creates && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(versioned === 'changed' && { 'If-Match': IF_MATCH }),
  }
  const headers = { ...(paged && { Link: LINK }), ...(versioned && method !== 'DELETE' && { ETag: ETAG }) }
  return {
    ...schema,
    ...(Object.keys(properties).length > 0 && { headers: { type: 'object', properties } }),
    ...(Object.keys(headers).length > 0 && {
      response: { ...response, [status]: { ...response?.[status], headers } },
    }),
  }
}

interface Operation {
  requestBody?: { required?: boolean; content: Record<string, { schema?: { anyOf?: { type?: string }[] } }> }
}

/** The plugin marks every body as required. */
function markOptionalBody({ requestBody }: Operation): void {
  const { schema } = requestBody?.content['application/json'] ?? {}
  if (requestBody && schema?.anyOf?.some(({ type }) => type === 'null')) requestBody.required = false
}
