import type { z } from 'zod'
import { type Arguments, type Endpoint, type IfMatch, pathWith } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'

/** The body of a success, as it goes over the wire. */
export type Body<E extends Endpoint> = z.input<E['response']>

/** The answer of an endpoint, whatever its status. */
export type AnswerOf<E extends Endpoint> = { status: number; headers: Headers } & (
  | { ok: true; body: Body<E> }
  | { ok: false; body: ErrorBody }
)

interface Extras {
  /** The version that a change is made from; left out, it changes whatever is there. */
  ifMatch?: IfMatch
  headers?: Record<string, string>
}

type Nothing = Partial<Record<never, never>>

/** The parameters of a path that the caller has not given once and for all. */
type OpenParams<E extends Endpoint, Known extends string> =
  Arguments<E> extends { params: infer Params }
    ? Nothing extends Omit<Params, Known>
      ? { params?: Omit<Params, Known> }
      : { params: Omit<Params, Known> }
    : unknown

type CallArguments<E extends Endpoint, Known extends string> = Omit<Arguments<E>, 'ifMatch' | 'params'> &
  OpenParams<E, Known> &
  Extras
type Rest<E extends Endpoint, Known extends string> =
  Nothing extends CallArguments<E, Known> ? [args?: CallArguments<E, Known>] : [args: CallArguments<E, Known>]

interface AnyArguments extends Extras {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** An answer to a request that no contract describes. */
export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

export class CookieJar {
  readonly #cookies = new Map<string, string>()

  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, pair.slice(name.length + 1))
    }
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  set(name: string, value: string): void {
    this.#cookies.set(name, value)
  }
}

/**
 * Somebody with a browser: keeps cookies, and calls the API as a page of the app would. Parameters that are the same in
 * every call, such as the token of a portal link, are `Known` from the start.
 */
export class Visitor<Known extends string = never> {
  readonly url: string
  readonly cookies: CookieJar
  readonly #known: Partial<Record<Known, string>>

  constructor(url: string, known: Partial<Record<Known, string>> = {}, cookies = new CookieJar()) {
    this.url = url
    this.cookies = cookies
    this.#known = known
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookie = this.cookies.header()
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers })
    this.cookies.keep(response)
    return response
  }

  /** Sends what no contract describes. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.fetch(path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text && JSON.parse(text), headers: response.headers }
  }

  /** Calls an endpoint, which has to succeed, and gives the body of the answer. */
  async call<E extends Endpoint>(endpoint: E, ...args: Rest<E, Known>): Promise<Body<E>> {
    const answer = await this.try(endpoint, ...args)
    if (answer.ok && answer.status === (endpoint.status ?? 200)) return answer.body
    const { method, path } = endpoint
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }

  /** Calls an endpoint and gives the answer, which may be a refusal. */
  async try<E extends Endpoint>(endpoint: E, ...[args]: Rest<E, Known>): Promise<AnswerOf<E>> {
    const { params, query, body, ifMatch, headers }: AnyArguments = args ?? {}
    const address = addressOf(endpoint, { ...this.#known, ...params }, query)
    const answer = await this.request(endpoint.method, address, body, {
      ...(typeof ifMatch === 'number' && { 'if-match': `"${ifMatch}"` }),
      ...headers,
    })
    return { ok: answer.status < 300, ...answer } as AnswerOf<E>
  }
}

export function addressOf({ path }: Endpoint, params: Record<string, unknown>, query: object = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return `${pathWith(path, params)}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}

/** A visitor who has signed in. */
export class Person extends Visitor {
  readonly email: string
  readonly name: string

  constructor(url: string, { email, name }: { email: string; name: string }, cookies?: CookieJar) {
    super(url, {}, cookies)
    this.email = email
    this.name = name
  }

  /** This person with these cookies at another server. */
  at(url: string): Person {
    return new Person(url, this, this.cookies)
  }
}

interface Who {
  name: string
  email: string
  timeZone?: string
}

/** The whole way: to the identity provider, through its page, back with a code, and in. */
export async function signInAs(url: string, who: Who): Promise<Person> {
  const person = new Person(url, who)
  const returned = await fetchCode(person, who)
  await person.call(signInApi.signIn, { body: { ...returned, time_zone: who.timeZone ?? 'UTC' } })
  return person
}

/** As far as the identity provider's answer: the code and state that the browser would bring back. */
export async function fetchCode(visitor: Visitor, who: Who): Promise<{ code: string; state: string }> {
  const { redirectUrl } = await visitor.call(signInApi.redirectUrl, { params: { provider: 'google' } })
  let location = await follow(visitor, redirectUrl)
  const page = location
  location = await follow(visitor, page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: who.email, name: who.name }).toString(),
  })
  while (!location.pathname.startsWith('/auth/callback')) location = await follow(visitor, location)
  return { code: location.searchParams.get('code') ?? '', state: location.searchParams.get('state') ?? '' }
}

async function follow(visitor: Visitor, url: string | URL, init?: RequestInit): Promise<URL> {
  const response = await visitor.fetch(String(url), init)
  const location = response.headers.get('location')
  if (!location) throw new Error(`${url} did not redirect: ${response.status} ${await response.text()}`)
  return new URL(location, url)
}
