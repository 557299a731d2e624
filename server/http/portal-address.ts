const escaped = (text: string) =>
  [...text].map((letter) => `(?:${letter}|%(?:25)*${letter.charCodeAt(0).toString(16)})`).join('')

/**
 * What stands before the key in a portal's address, however somebody spells it: the router and the browser read
 * `/client%2Dportal/` and `/Client-Portal/` as they read `/client-portal/`.
 */
const BEFORE_KEY = `${escaped('client-portal')}(?:[\\/\\\\]|%(?:25)*(?:2f|5c))*`

const PORTAL = new RegExp(`^[^?#]*${escaped('client-portal')}`, 'i')
const KEY_IN_ADDRESS = new RegExp(`(${BEFORE_KEY})[^/?#\\s"]+`, 'gi')
/** Account number and 256 random bits, wherever they stand. */
const KEY = /\b\d{1,15}(?:\.|%(?:25)*2e)[\w-]{43}(?![\w-])/gi

export const leadsToPortal = (url: string): boolean => PORTAL.test(url)

export const withoutPortalKeys = (text: string): string =>
  text.replace(KEY_IN_ADDRESS, '$1[token]').replace(KEY, '[token]')
