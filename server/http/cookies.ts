/** A `__Host-` cookie cannot be set from a subdomain, but needs https. */
export const cookieName = (name: string, secure: boolean) =>
  secure ? `__Host-daybook_${name}` : `daybook_${name}`
export const cookieOptions = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const

export interface SessionCookie {
  name: string
  key: string
}

/** The session cookies of a request. A demo goes before the user's own session, which waits until the demo is left. */
export const sessionCookiesIn = (
  cookies: Record<string, string | undefined>,
  secure: boolean,
): SessionCookie[] =>
  ['demo', 'session'].flatMap((kind) => {
    const name = cookieName(kind, secure)
    const key = cookies[name]
    return key ? { name, key } : []
  })
