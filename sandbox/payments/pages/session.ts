import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Html, html } from '#sandbox/html.ts'
import { randomText } from '../objects/ids.ts'
import type { Store } from '../state/store.ts'

const cookieName = 'payment_sandbox'

export interface BrowserSession {
  token: string
  /** Set if the browser has no session yet. */
  cookie: string | undefined
}

export function browserSession(request: IncomingMessage, secret: string, base: string): BrowserSession {
  const known = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9]{48})(?:;|$)`).exec(
    request.headers.cookie ?? '',
  )
  const id = known?.[1] ?? randomText()
  return {
    token: createHmac('sha256', secret).update(id).digest('hex'),
    cookie: known ? undefined : `${cookieName}=${id}; Path=${base || '/'}; HttpOnly; SameSite=Lax`,
  }
}

export function pageSecret(store: Store): string {
  const known = store.fact('page secret')
  if (known !== undefined) return known
  const secret = randomText()
  store.setFact('page secret', secret)
  return secret
}

export function tokenField(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}">`
}

/** A form of this site, opened in this browser. */
export function isOwnPost(request: IncomingMessage, form: URLSearchParams, token: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const given = Buffer.from(form.get('token') ?? '')
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
