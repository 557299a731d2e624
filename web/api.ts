import { z } from 'zod'
import { type Arguments, type Endpoint, type Output, type Page, pathWith } from '#core/endpoint.ts'
import { ErrorBody } from '#core/errors.ts'
import { ApiError } from '#web/api-error.ts'
import { takeEarly } from '#web/early.ts'

interface AnyArguments {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export type Rest<E extends Endpoint> =
  Partial<Record<never, never>> extends Arguments<E> ? [args?: Arguments<E>] : [args: Arguments<E>]

/** Calls an endpoint of a contract; the answer is read by the contract's own schema. */
export async function call<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): Promise<Output<E>> {
  const response = await send(endpoint, args ?? {})
  return z.decode(endpoint.response, await response.json()) as Output<E>
}

/** Calls a list endpoint for one page. */
export async function callPage<E extends Endpoint & { paged: true }>(
  endpoint: E,
  ...[args]: Rest<E>
): Promise<Page<Output<E>[number & keyof Output<E>]>> {
  const response = await send(endpoint, args ?? {})
  const items = z.decode(endpoint.response, await response.json()) as Output<E>[number & keyof Output<E>][]
  return { items, next: nextCursor(response.headers.get('link')) }
}

/** Calls an endpoint that answers a file, and gives it to the browser to keep. */
export async function download<E extends Endpoint & { download: string }>(
  endpoint: E,
  ...[args]: Rest<E>
): Promise<void> {
  const response = await send(endpoint, args ?? {})
  const content = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = content
  link.download = fileName(response.headers.get('content-disposition'))
  link.click()
  URL.revokeObjectURL(content)
}

const fileName = (disposition: string | null): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1] ?? '')

function nextCursor(link: string | null): string | null {
  const target = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return target ? new URL(target, location.origin).searchParams.get('cursor') : null
}

/** Where an endpoint is called; of a download, what a link leads to. */
export function addressOf<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): URL {
  return address(endpoint, args ?? {})
}

function address({ path }: Endpoint, { params, query }: AnyArguments): URL {
  const url = new URL(pathWith(path, params), location.origin)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}

async function send(endpoint: Endpoint, { body, ...target }: AnyArguments): Promise<Response> {
  const request = new Request(address(endpoint, target), {
    method: endpoint.method,
    headers: {
      accept: endpoint.download ?? 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(endpoint.creates && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await fetchTwiceIfSafe(request, endpoint)
  if (!response.ok) throw apiError(response.status, await response.json().catch(() => null))
  return response
}

/** A lost connection is tried once more where a repetition cannot do harm. */
async function fetchTwiceIfSafe(request: Request, endpoint: Endpoint): Promise<Response> {
  const safe = endpoint.creates || (endpoint.method === 'GET' && !endpoint.changesState)
  if (!safe) return fetch(request)
  const spare = request.clone()
  return (takeEarly(request) ?? fetch(request)).catch(() => fetch(spare))
}

export function apiError(status: number, answer: unknown): ApiError {
  const body = ErrorBody.safeParse(answer)
  return new ApiError(status, body.data ?? { error: `The server answered ${status}` })
}
