import type { Endpoint } from '#core/endpoint.ts'
import type { Body, Visitor } from './people.ts'

/** The pages of a list, each at the address that the page before names. */
export async function* pagesOf<E extends Endpoint & { paged: true }>(
  visitor: Visitor,
  endpoint: E,
  query: Record<string, string>,
): AsyncGenerator<Body<E>> {
  let address: string | undefined = `${endpoint.path}?${new URLSearchParams(query)}`
  while (address) {
    const { status, body, headers } = await visitor.request('GET', address)
    if (status !== 200) throw new Error(`GET ${address} answered ${status}: ${JSON.stringify(body)}`)
    yield body as Body<E>
    address = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
}

/** The first of a list that is not empty. */
export function firstOf<Item>(list: readonly Item[]): Item {
  const [first] = list
  if (first === undefined) throw new Error('The list is empty')
  return first
}
