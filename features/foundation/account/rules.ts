import { foldCase } from '#core/text.ts'
import type { User } from './contract.ts'

/** The name shown to clients: of the business, else of the person, else the email address. */
export const businessName = ({
  business_name,
  google_user_data,
  email,
}: Pick<User, 'business_name' | 'google_user_data' | 'email'>): string =>
  business_name || google_user_data.name || email

/** The issuer of identities that are an email address, proven by a code that was mailed to it. */
export const EMAIL_ISSUER = 'daybook:email'

export const emailIdentity = (address: string) => ({ issuer: EMAIL_ISSUER, subject: address.toLowerCase() })

const DAY = 86_400_000
const SESSION_DAYS = 30
/** However often it is renewed. */
const MAX_SESSION_DAYS = 90
const USE_RECORDED_AFTER = 10 * 60_000

export const sessionEnd = (now: Date, createdAt: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_DAYS * DAY, createdAt.getTime() + MAX_SESSION_DAYS * DAY))

interface Term {
  created_at: Date
  expires_at: Date
}

/** Use renews a session, but sets its cookie at most once a day. */
export const needsRenewal = ({ created_at, expires_at }: Term, now: Date): boolean =>
  sessionEnd(now, created_at).getTime() - expires_at.getTime() > DAY

const RECENT_SIGN_IN = 10 * 60_000

/** After this time, another person may have found the browser open. */
export const isRecentSignIn = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() <= RECENT_SIGN_IN

/** Use is recorded at most every ten minutes. */
export const usedLongAgo = (lastUsedAt: Date, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= USE_RECORDED_AFTER

/** A browser that also claims to be another comes before it. */
const BROWSERS: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** "Chrome on macOS". Only known names, never text from the header. */
export function deviceIn(userAgent: string | undefined): string {
  const named = (list: typeof BROWSERS) => list.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

export interface TimeZoneChoice {
  id: string
  /** "America/New York" */
  label: string
  /** "Eastern Time, GMT-5" */
  detail: string
}

export const timeZoneLabel = (id: string): string => id.replaceAll('_', ' ')

/** With name and offset, which take a slow machine a while to look up. */
export function timeZoneChoice(id: string, now: Date): TimeZoneChoice {
  const name = (style: 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: style })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return {
    id,
    label: timeZoneLabel(id),
    detail: [...new Set([name('longGeneric'), name('shortOffset')])].join(', '),
  }
}

/** Those whose place, name or offset contains every word. */
export function timeZonesLike(query: string, choices: TimeZoneChoice[]): TimeZoneChoice[] {
  const words = foldCase(query).split(/[\s/_]+/)
  return choices.filter(({ label, detail }) => {
    const text = foldCase(`${label} ${detail}`)
    return words.every((word) => text.includes(word))
  })
}
