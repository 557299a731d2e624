import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { found } from './found.ts'
import { inRange, listed } from './lists.ts'
import { expand, paging, parameters, range, text } from './params.ts'

const retrieve = endpoint('GET', '/v1/events/:id', parameters({ expand }), (context, _, eventId) =>
  found(context, 'event', eventId),
)

const list = endpoint(
  'GET',
  '/v1/events',
  parameters(
    { created: range.optional(), type: text.optional(), types: z.array(text).optional(), ...paging },
    ['delivery_success'],
  ),
  (context, query) =>
    listed(
      context.store,
      'event',
      '/v1/events',
      query,
      (event) =>
        (query.type === undefined || matches(event.type, query.type)) &&
        (query.types === undefined || query.types.includes(event.type)) &&
        inRange(event.created, query.created),
    ),
)

function matches(type: string, asked: string): boolean {
  return asked.endsWith('.*') ? type.startsWith(asked.slice(0, -1)) : type === asked
}

export const eventEndpoints = [retrieve, list]
