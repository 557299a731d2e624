import { cookieName, cookieOptions } from './cookies.ts'
import type { Http } from './routes.ts'

/** The browser is signed in from now on. A demo that it had open is left. */
export function keepSession(http: Http, key: string, expires: Date): void {
  http.clearCookie(cookieName('demo', http.secure), cookieOptions(http.secure))
  http.setCookie(cookieName('session', http.secure), key, { ...cookieOptions(http.secure), expires })
}
