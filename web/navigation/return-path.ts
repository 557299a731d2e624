const KEY = 'return-path'

/** Remembers where to go after sign-in while the browser is on the identity provider's pages. */
export function rememberReturnPath(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, path)
}

/** Only once: the next sign-in leads to the dashboard. */
export function takeReturnPath(): string | undefined {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return sameSitePath(path, location.origin)
}

const MAX_PATH_LENGTH = 2000

/** The path if it stays on this site, otherwise undefined: browsers read `//x` and `/\\x` as other sites. */
export function sameSitePath(path: unknown, origin: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || path.length > MAX_PATH_LENGTH) return undefined
  if (!URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
