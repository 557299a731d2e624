import { cookieName, cookieOptions } from './cookies.ts'
import type { Http } from './routes.ts'

/** The browser is signed in from now on. A demo that it had open is left. */
export function keepSession(http: Http, key: string, expires: Date): void {
  http.clearCookie(cookieName('demo', http.secure), cookieOptions(http.secure))
  http.setCookie(cookieName('session', http.secure), key, { ...cookieOptions(http.secure), expires })
}

/** The browser that signs in, and the keys of its present sessions. */
export const newSessionIn = (http: Http, timeZone?: string) => ({
  timeZone,
  userAgent: http.header('user-agent'),
  oldKeys: http.sessionCookies.map(({ key }) => key),
})
