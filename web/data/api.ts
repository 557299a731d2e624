import { z } from 'zod'
import {
  type Arguments,
  type Endpoint,
  type IfMatch,
  type Output,
  type Page,
  pathWith,
} from '#core/endpoint.ts'
import { ErrorBody, ErrorCode } from '#core/errors.ts'
import { ApiError, UnreadableAnswer } from '#web/data/api-error.ts'
import { changeInTurn } from '#web/data/own-versions.ts'

interface AnyArguments {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Which version a change was made from. */
  ifMatch?: IfMatch
}

export type Rest<E extends Endpoint> =
  Partial<Record<never, never>> extends Arguments<E> ? [args?: Arguments<E>] : [args: Arguments<E>]

/** Calls an endpoint of a contract; the answer is read by the contract's own schema. */
export async function call<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): Promise<Output<E>> {
  return readAnswer<Output<E>>(endpoint, await send(endpoint, args ?? {}))
}

/** An answer that arrived but cannot be read is the server's fault, not the connection's. */
async function readAnswer<Read>({ response: schema }: Endpoint, response: Response): Promise<Read> {
  const answer = await response.text()
  try {
    return z.decode(schema, JSON.parse(answer)) as Read
  } catch (cause) {
    throw new UnreadableAnswer(response.status, cause)
  }
}

/** Calls a list endpoint for one page. */
export async function callPage<E extends Endpoint & { paged: true }>(
  endpoint: E,
  ...[args]: Rest<E>
): Promise<Page<Output<E>[number & keyof Output<E>]>> {
  const response = await send(endpoint, args ?? {})
  const items = await readAnswer<Output<E>[number & keyof Output<E>][]>(endpoint, response)
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

async function send(
  endpoint: Endpoint,
  { body, ifMatch = null, ...target }: AnyArguments,
): Promise<Response> {
  const url = address(endpoint, target)
  const request = (version: IfMatch) =>
    new Request(url, {
      method: endpoint.method,
      headers: {
        accept: endpoint.download ?? 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(endpoint.creates && { 'idempotency-key': crypto.randomUUID() }),
        ...(version !== null && { 'if-match': `"${version}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const answer = (version: IfMatch) => fetchTwiceIfSafe(request(version), endpoint)
  const response =
    endpoint.versioned === 'changed' ? await changeInTurn(url, ifMatch, answer) : await answer(null)
  if (!response.ok) throw apiError(response.status, await response.json().catch(() => null))
  return response
}

/** A lost connection is tried once more where a repetition cannot do harm. */
async function fetchTwiceIfSafe(request: Request, endpoint: Endpoint): Promise<Response> {
  const safe = endpoint.creates || (endpoint.method === 'GET' && !endpoint.changesState)
  if (!safe) return fetch(request)
  const spare = request.clone()
  return fetch(request).catch(() => fetch(spare))
}

/** A newer server may have codes that this page does not know yet, and what stands in between may give no text. */
const ReadError = ErrorBody.extend({
  error: z.string().catch(''),
  code: ErrorCode.optional().catch(undefined),
})

/** Where the server gave no text there is none: whoever asked knows best what to say. */
export function apiError(status: number, answer: unknown): ApiError {
  const body = ReadError.safeParse(answer)
  return new ApiError(status, body.data ?? { error: '' })
}
