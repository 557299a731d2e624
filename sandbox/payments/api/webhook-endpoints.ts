import { z } from 'zod'
import type { Context } from '../context.ts'
import { isLoopback } from '../loopback.ts'
import { newWebhookEndpoint, type WebhookEndpoint } from '../objects/webhook-endpoint.ts'
import { endpoint } from './endpoint.ts'
import { invalid, noSuch } from './errors.ts'
import { found } from './found.ts'
import { listed } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import { emptyable, expand, flag, metadata, paging, parameters, text, webUrl } from './params.ts'

const create = endpoint(
  'POST',
  '/v1/webhook_endpoints',
  parameters({
    url: webUrl,
    enabled_events: z.array(text),
    api_version: text.optional(),
    description: emptyable(text).optional(),
    metadata: metadata.optional(),
    connect: flag.optional(),
    expand,
  }),
  (context, given) => {
    requireLoopbackUrl(given.url)
    const created = newWebhookEndpoint(context.now, {
      url: given.url,
      enabled_events: given.enabled_events,
      description: given.description ?? null,
      metadata: mergedMetadata({}, given.metadata),
      api_version: given.api_version ?? null,
      connect: given.connect ?? false,
    })
    context.store.insert('webhook_endpoint', created)
    return { ...created, secret: created.signing_secret }
  },
)

function requireLoopbackUrl(url: string): void {
  if (!isLoopback(url))
    throw invalid('The payment sandbox delivers to loopback addresses only.', 'url', 'url_invalid')
}

function foundEndpoint(context: Context, id: string): WebhookEndpoint {
  const known = found(context, 'webhook_endpoint', id)
  if (known.removed) throw noSuch('webhook endpoint', id)
  return known
}

const retrieve = endpoint('GET', '/v1/webhook_endpoints/:id', parameters({ expand }), (context, _, id) =>
  foundEndpoint(context, id),
)

const update = endpoint(
  'POST',
  '/v1/webhook_endpoints/:id',
  parameters({
    url: webUrl.optional(),
    enabled_events: z.array(text).optional(),
    disabled: flag.optional(),
    description: emptyable(text).optional(),
    metadata: metadata.optional(),
    expand,
  }),
  (context, given, id) => {
    const before = foundEndpoint(context, id)
    if (given.url !== undefined) requireLoopbackUrl(given.url)
    const status = given.disabled ? 'disabled' : 'enabled'
    return context.store.save('webhook_endpoint', {
      ...before,
      url: given.url ?? before.url,
      enabled_events: given.enabled_events ?? before.enabled_events,
      status: given.disabled === undefined ? before.status : status,
      description: given.description === undefined ? before.description : given.description,
      metadata: mergedMetadata(before.metadata, given.metadata),
    })
  },
)

const remove = endpoint('DELETE', '/v1/webhook_endpoints/:id', parameters({ expand }), (context, _, id) => {
  const known = foundEndpoint(context, id)
  context.store.save('webhook_endpoint', { ...known, removed: true })
  return { id: known.id, object: 'webhook_endpoint', deleted: true }
})

const list = endpoint('GET', '/v1/webhook_endpoints', parameters(paging), (context, query) =>
  listed(context.store, 'webhook_endpoint', '/v1/webhook_endpoints', query, ({ removed }) => !removed),
)

export const webhookEndpoints = [create, retrieve, update, remove, list]
