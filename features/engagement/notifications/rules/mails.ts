import { truncate, truncateName } from '#core/text.ts'
import type { Entitlement } from '#features/foundation/subscription/contract.ts'
import { isPaid } from '#features/foundation/subscription/rules.ts'

/**
 * The recipient of an email: a client, in the freelancer's name, the freelancer, or the visitor of a portal, about
 * their own email address.
 */
export type Audience = 'client' | 'freelancer' | 'visitor'

export const DAY_MILLISECONDS = 86_400_000
export const HOUR_MILLISECONDS = 3_600_000

/** Mails about what can be read together, such as comments, are at least this far apart. */
export const DIGEST_MILLISECONDS = 600_000

/** Emails to one address within an hour. */
export const HOURLY_LIMIT = 10

/** Emails to clients within 24 hours. */
export const dailyLimitOf = (entitlement: Entitlement): number => (isPaid(entitlement) ? 1000 : 100)

/** Emails that visitors of an account's portals may cause about their own addresses within 24 hours. */
export const VISITOR_DAILY_LIMIT = 100

/** One mailbox, however it is written: `Ada+1@example.com` is `ada@example.com`. */
export const mailboxOf = (address: string): string =>
  address.toLowerCase().replace(/^([^+@]*)\+[^@]*@/, '$1@')

/** "12 minutes", "5 hours" */
export function describeWait(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000))
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

const DOT = '(?:[.．｡]|。(?=[a-z]))'
const LETTER = '[\\p{L}\\p{N}_-]'
/** Found from its first label only, so that a long word is read once and not from each of its letters. */
const DOMAIN = `(?<!${LETTER}${DOT}?)(?:${LETTER}+${DOT})+(?:\\p{L}{2,}|xn--[\\w-]+)`

/** A word that a mail client turns into a link, or that is an address. */
const LINK = new RegExp(
  `://|mailto:|^\\W*www[.．｡]|\\S[@＠﹫]\\S|${DOMAIN}(?:[/?#]|:\\d)|\\d{1,3}(?:\\.\\d{1,3}){3}`,
  'iu',
)
const BARE_DOMAIN = new RegExp(DOMAIN, 'giu')

/**
 * A line in which a mail client finds no links: addresses and links are removed, and domains lose their dots, as does text
 * that only looks like a domain ("St.Pauli"). Invisible characters and those that change the writing direction are removed,
 * too.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(/[\p{Control}\s]+/gu, ' ')
    .replace(/[\p{Format}\p{Surrogate}]+/gu, '')
    .split(' ')
    .filter((word) => !LINK.test(word))
    .flatMap((word) => word.replace(BARE_DOMAIN, (domain) => domain.replace(/[.．｡。]/g, ' ')).split(' '))
    .filter((word) => word !== '' && !LINK.test(word))
    .join(' ')

/** Removes links from several lines, which stay lines. */
export const linesWithoutLinks = (text: string): string =>
  text
    .split(/\r\n|[\r\n]/)
    .map(withoutLinks)
    .join('\n')

const MAX_LINE_LENGTH = 200

/** For a subject or a heading: one line, without links. */
export const lineOf = (text: string): string => truncate(withoutLinks(text), MAX_LINE_LENGTH)

/** At the end of every mail to a client. */
export const clientMailFooter = (sender: string): string =>
  `${sender} sent you this through Daybook. Anyone with the link can open your portal, so please keep it private.`

/** At the end of a mail to the visitor of a portal. */
export const visitorMailFooter = (sender: string): string => `${sender} sent you this through Daybook.`

/** The first of these names that is not empty without links and addresses. */
export const senderNameFrom = (...names: string[]): string => {
  const [name = 'Daybook'] = names.map(withoutLinks).filter((found) => /[\p{L}\p{N}\p{S}]/u.test(found))
  return truncateName(name)
}
