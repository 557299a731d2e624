import { foldCase } from '#core/text.ts'

const DAY = 86_400_000
const SESSION_DAYS = 30

export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * DAY)

/** Use renews a session, but writes at most once a day. */
export const needsRenewal = (expiresAt: Date, now: Date): boolean =>
  sessionEnd(now).getTime() - expiresAt.getTime() > DAY

export interface TimeZoneChoice {
  id: string
  /** "America/New York" */
  label: string
  /** "Eastern Time, GMT-5" */
  detail: string
}

export const timeZoneLabel = (id: string): string => id.replaceAll('_', ' ')

/** With its name and offset, which a slow machine looks up for a while. */
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
