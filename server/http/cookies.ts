/** A `__Host-` cookie cannot be set from a subdomain, but needs https. */
export const cookieName = (name: string, secure: boolean) =>
  secure ? `__Host-daybook_${name}` : `daybook_${name}`
export const cookieOptions = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const
