import { z } from 'zod'
import {
  ACCOUNT_HEADER,
  type Arguments,
  type Endpoint,
  type IfMatch,
  needsSession,
  type Output,
  type Page,
  pathWith,
} from '#core/endpoint.ts'
import { ErrorBody, ErrorCode } from '#core/errors.ts'
import { ApiError, InvalidResponse } from '#web/data/api-error.ts'
import { decodeResponse } from '#web/data/decode.ts'
import { sendInOrder } from '#web/data/own-versions.ts'
import { saveFile } from '#web/data/save-file.ts'
import { noteServerTime } from '#web/data/server-clock.ts'
import { transport } from '#web/data/transport.ts'
import { checkConnection } from '#web/offline/connection.ts'

interface AnyArguments {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** The version that the change is based on. */
  ifMatch?: IfMatch
  idempotencyKey?: string
}

export type Rest<E extends Endpoint> =
  Partial<Record<never, never>> extends Arguments<E> ? [args?: Arguments<E>] : [args: Arguments<E>]

/** Calls an endpoint of a contract. */
export async function call<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): Promise<Output<E>> {
  return readResponse<Output<E>>(endpoint, await send(endpoint, args ?? {}))
}

/** A response that arrived but cannot be parsed is the server's fault, not the connection's. */
async function readResponse<Read>(endpoint: Endpoint, response: Response): Promise<Read> {
  const answer = await response.text()
  try {
    return decodeResponse(endpoint, JSON.parse(answer)) as Read
  } catch (cause) {
    throw new InvalidResponse(response.status, cause)
  }
}

/** Fetches one page of a list endpoint. */
export async function callPage<E extends Endpoint & { paged: true }>(
  endpoint: E,
  ...[args]: Rest<E>
): Promise<Page<Output<E>[number & keyof Output<E>]>> {
  const response = await send(endpoint, args ?? {})
  const items = await readResponse<Output<E>[number & keyof Output<E>][]>(endpoint, response)
  return { items, next: nextCursor(response.headers.get('link')) }
}

/** Calls an endpoint that returns a file, to show it in the page. */
export async function fetchFile<E extends Endpoint & { download: string }>(
  endpoint: E,
  ...[args]: Rest<E>
): Promise<Blob> {
  const response = await send(endpoint, args ?? {})
  return response.blob()
}

/** Calls an endpoint that returns a file, and saves it as a download. */
export async function download<E extends Endpoint & { download: string }>(
  endpoint: E,
  ...[args]: Rest<E>
): Promise<void> {
  const response = await send(endpoint, args ?? {})
  saveFile(await response.blob(), fileName(response.headers.get('content-disposition')))
}

const fileName = (disposition: string | null): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1] ?? '')

function nextCursor(link: string | null): string | null {
  const target = /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return target ? new URL(target, transport().origin).searchParams.get('cursor') : null
}

/** The URL of an endpoint, such as the target of a download link. */
export function addressOf<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): URL {
  return address(endpoint, args ?? {})
}

function address({ path }: Endpoint, { params, query }: AnyArguments): URL {
  const url = new URL(pathWith(path, params), transport().origin)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}

let shownAccount: number | undefined

/** Calls are refused from now on if the browser uses another account by then, as after a demo was opened in another tab. */
export function setShownAccount(id: number | undefined): void {
  shownAccount = id
}

export const accountHeader = (): Record<string, string> =>
  shownAccount === undefined ? {} : { [ACCOUNT_HEADER]: String(shownAccount) }

async function send(
  endpoint: Endpoint,
  { body, ifMatch = null, idempotencyKey, ...target }: AnyArguments,
): Promise<Response> {
  const url = address(endpoint, target)
  const request = (version: IfMatch) =>
    new Request(url, {
      method: endpoint.method,
      headers: {
        accept: endpoint.download ?? 'application/json',
        ...(needsSession(endpoint) && accountHeader()),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(endpoint.creates && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
        ...(version !== null && { 'if-match': `"${version}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Signing out reaches the server even if the page is left at once.
      ...(endpoint.changesState && { keepalive: true }),
    })
  const answer = (version: IfMatch) => fetchWithRetry(request(version), endpoint)
  const response =
    endpoint.versioned === 'changed' ? await sendInOrder(endpoint, url, ifMatch, answer) : await answer(null)
  noteServerTime(response)
  if (!response.ok) throw apiError(response.status, await response.json().catch(() => null))
  return response
}

/** Retries once after a lost connection if repeating the request is safe. */
async function fetchWithRetry(request: Request, endpoint: Endpoint): Promise<Response> {
  const safe = endpoint.creates || (endpoint.method === 'GET' && !endpoint.changesState)
  const copy = safe ? request.clone() : undefined
  const { send } = transport()
  try {
    return await send(request).catch((error) => (copy ? send(copy) : Promise.reject(error)))
  } catch (error) {
    void checkConnection()
    throw error
  }
}

/** A newer server may send codes that this page does not know, and a proxy may send no text. */
const ReadError = ErrorBody.extend({
  error: z.string().catch(''),
  code: ErrorCode.optional().catch(undefined),
})

/** Empty if the server sent no text: the caller knows best what to say. */
export function apiError(status: number, answer: unknown): ApiError {
  const body = ReadError.safeParse(answer)
  return new ApiError(status, body.data ?? { error: '' })
}
