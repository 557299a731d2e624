import { vi } from 'vitest'
import { z } from 'zod'
import type { Endpoint, EndpointTable, IfMatch } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { entityTagOf, ifMatchOf } from '#server/http/version.ts'
import { filled, type Given } from './blank.ts'
import type { Body } from './people.ts'

/**
 * The network of component tests, the only thing in them that is not real: calls are answered by their contracts. What
 * a test does not say is blank: lists are empty, figures zero. A call that changes something needs an answer of its own.
 */
export function answer<E extends Endpoint>(endpoint: E, given: Given<Body<E>> | Reply<E>): void {
  replies.set(endpoint, typeof given === 'function' ? (given as Reply<E>) : () => given)
}

type Reply<E extends Endpoint> = (call: Call) => Given<Body<E>> | Response

/** For an answer: the server refuses. */
export const refusal =
  (status: number, body: Partial<ErrorBody> | null = {}) =>
  (): Response =>
    Response.json(body, { status })

/** For an answer: it does not come. */
export function noConnection(): never {
  throw new TypeError('Failed to fetch')
}

/** Until what it gives is called, changes are on their way. */
export function holdChanges(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  return resolve
}

export interface Call {
  params: Record<string, string>
  query: Record<string, string>
  /** As its contract allows it. */
  body: unknown
  ifMatch: IfMatch
}

/** The calls of this test to an endpoint. */
export const callsOf = (endpoint: Endpoint): Call[] =>
  sent.filter((one) => one.endpoint === endpoint).map(({ call }) => call)

const replies = new Map<Endpoint, (call: Call) => unknown>()
const sent: { endpoint: Endpoint; call: Call }[] = []
const faults: string[] = []
let held: Promise<void> | undefined

/** Before each test: Ada is signed in and has no records. Gives the list of what goes wrong until the next test. */
export function replaceNetwork(): readonly string[] {
  replies.clear()
  for (const list of [sent, faults]) list.length = 0
  held = undefined
  vi.stubGlobal('fetch', respond)
  vi.stubGlobal('EventSource', SilentEvents)
  answer(accountApi.me, {
    id: 1,
    email: 'ada@example.com',
    time_zone: 'UTC',
    google_user_data: { name: 'Ada' },
  })
  const unlimited = { max_clients: -1, max_projects: -1, max_invoices_per_month: -1 }
  answer(subscriptionApi.current, {
    subscription: { status: 'active' },
    plan: { id: 'professional', name: 'Professional', price_monthly: 2900, features: '[]', ...unlimited },
  })
  return faults
}

class SilentEvents {
  close(): void {}
}

const contracts = import.meta.glob<Record<string, EndpointTable>>(
  ['../features/**/contract.ts', '../features/**/contract/*.ts'],
  {
    eager: true,
  },
)
const endpoints = Object.values(contracts)
  .flatMap((contract) => Object.entries(contract))
  .flatMap(([name, table]) => (name.endsWith('Api') ? Object.values(table) : []))
  // `/api/invoices/summary` is not the invoice `summary`.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)

async function respond(request: Request | string): Promise<Response> {
  // The server itself can always be reached.
  if (request === '/healthz') return new Response()
  if (typeof request === 'string') return fault(`${request} is in no contract`)
  const { method, headers } = request
  const { pathname, searchParams } = new URL(request.url)
  const endpoint = endpoints.find((one) => one.method === method && paramsIn(one, pathname))
  if (!endpoint) return fault(`${method} ${pathname} is in no contract`)
  const text = await request.text()
  const call: Call = {
    params: paramsIn(endpoint, pathname) ?? {},
    query: Object.fromEntries(searchParams),
    body: text ? JSON.parse(text) : undefined,
    ifMatch: ifMatchOf(headers.get('if-match') ?? undefined),
  }
  sent.push({ endpoint, call })
  if (method !== 'GET') await held
  const refused = endpoint.body?.safeParse(call.body).error
  if (refused) return fault(`${method} ${pathname} refuses ${text}: ${refused.message}`)
  const reply = replies.get(endpoint)
  if (!reply && method !== 'GET') return fault(`${method} ${pathname} has no answer`)
  const given = reply?.(call)
  return given instanceof Response ? given : success(endpoint, given)
}

function success({ method, path, response, status = 200, versioned }: Endpoint, given: unknown): Response {
  const body = filled(response, given)
  const { error } = z.safeDecode(response, body)
  if (error) return fault(`${method} ${path} is answered as its contract forbids: ${error.message}`)
  const etag = versioned && entityTagOf(body)
  return Response.json(body, { status, headers: etag ? { etag } : {} })
}

function fault(text: string): Response {
  faults.push(text)
  return Response.json({ error: text }, { status: 500 })
}

function paramsIn({ path }: Endpoint, pathname: string): Record<string, string> | undefined {
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(pathname)
  return match ? { ...match.groups } : undefined
}
