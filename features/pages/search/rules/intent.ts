import { addDays, type DateOnly, isDateOnly } from '#core/calendar.ts'
import { HOURS, readHours } from '#core/figures.ts'
import { foldCase } from '#core/text.ts'

/** An action in words. The record that it is about is searched by `name`; an empty one stands for the last project. */
export type Intent =
  | { does: 'log'; name: string; hours: number; date: DateOnly; description: string }
  | { does: 'start'; name: string; description: string }
  | { does: 'invoice' | 'bill' | 'pay'; name: string }

/** "log 2h pine yesterday", "start timer website", "new invoice for Pine", "bill pine", "record payment INV-42". */
export function readIntent(text: string, today: DateOnly): Intent | null {
  const { command, description } = splitDescription(text.trim())
  const log = LOG.exec(command)
  if (log) return readLog(log[1] ?? '', description, today)
  const start = START.exec(command)
  if (start) return { does: 'start', name: named(start[1]), description }
  if (description !== '') return null
  for (const [does, pattern] of ABOUT_RECORD) {
    const name = named(pattern.exec(command)?.[1])
    if (name !== '') return { does, name }
  }
  return null
}

const LOG = /^(?:log|track)\s+(.+)$/i
const START = /^start(?:\s+the)?(?:\s+timer)(?:\s+(?:on|for))?(?:\s+(.*))?$/i
const ABOUT_RECORD: [does: 'invoice' | 'bill' | 'pay', pattern: RegExp][] = [
  ['invoice', /^(?:new|create|add)\s+invoice\s+(?:for|to)\s+(.+)$/i],
  ['bill', /^bill\s+(.+)$/i],
  ['pay', /^(?:record|add|enter)\s+(?:a\s+)?payment\s+(?:(?:on|of|for)\s+)?(.+)$/i],
  ['pay', /^payment\s+(?:(?:on|of|for)\s+)?(.+)$/i],
]

const named = (name: string | undefined): string => (name ?? '').trim()

const QUOTED = /^([^"“„]*)["“„]([^"“”]*)["”]?$/
const DASH = /\s[-–—]+\s/

/** The description stands in quotes, or after a dash between spaces. */
function splitDescription(text: string): { command: string; description: string } {
  const [, quoting, quoted] = QUOTED.exec(text) ?? []
  if (quoting !== undefined && quoted !== undefined)
    return { command: quoting.trim(), description: quoted.trim() }
  const dash = DASH.exec(text)
  if (!dash) return { command: text, description: '' }
  const after = text.slice(dash.index + dash[0].length)
  return { command: text.slice(0, dash.index).trim(), description: after.trim() }
}

function readLog(words: string, description: string, today: DateOnly): Intent | null {
  const given = words.split(/\s+/)
  const time = findHours(given)
  if (!time) return null
  const others = [...given.slice(0, time.from), ...given.slice(time.to)]
  const day = others.findLastIndex((word) => readDay(word, today) !== null)
  const date = readDay(others[day] ?? '', today) ?? today
  const before = others[day - 1]?.toLowerCase()
  const from = before === 'on' || before === 'last' ? day - 1 : day
  const left = day < 0 ? others : [...others.slice(0, from), ...others.slice(day + 1)]
  const name = left.filter((word, at) => at > 0 || !/^(?:on|for|to)$/i.test(word)).join(' ')
  return { does: 'log', name, hours: time.hours, date, description }
}

interface FoundHours {
  from: number
  to: number
  hours: number
}

const UNIT = /[a-z:]/i
const UNIT_ALONE = /^(?:h|hrs?|hours?|m|mins?|minutes?)$/i
const MINUTES_AFTER = /^\d+ ?m(?:in(?:ute)?s?)?$/i

/** Words with a unit (`2h`, `1:30`, `45 min`) are hours rather than a plain number, which may be part of a name. */
function findHours(words: readonly string[]): FoundHours | null {
  const found = words.flatMap((word, from): FoundHours[] => {
    const next = words[from + 1] ?? ''
    const isPair = UNIT_ALONE.test(next) || (/h/i.test(word) && MINUTES_AFTER.test(next))
    const to = from + (isPair ? 2 : 1)
    const hours = readHours(words.slice(from, to).join(' '))
    return hours !== null && isEntry(hours) ? [{ from, to, hours }] : []
  })
  const hasUnit = ({ from, to }: FoundHours) => UNIT.test(words.slice(from, to).join(' '))
  return found.find(hasUnit) ?? found[0] ?? null
}

function isEntry(hours: number): boolean {
  const count = hours * 10 ** HOURS.decimals
  return count >= HOURS.min && count <= HOURS.max
}

const WEEKDAYS = [
  /^sun(?:day)?$/,
  /^mon(?:day)?$/,
  /^tue(?:s|sday)?$/,
  /^wed(?:nesday)?$/,
  /^thu(?:r|rs|rsday)?$/,
  /^fri(?:day)?$/,
  /^sat(?:urday)?$/,
]

/** A day of the week is the last one, today included. */
function readDay(word: string, today: DateOnly): DateOnly | null {
  const folded = foldCase(word).replace(/,$/, '')
  if (folded === 'today') return today
  if (folded === 'yesterday') return addDays(today, -1)
  if (isDateOnly(folded)) return folded
  const weekday = WEEKDAYS.findIndex((name) => name.test(folded))
  if (weekday < 0) return null
  const since = (new Date(`${today}T00:00:00Z`).getUTCDay() - weekday + 7) % 7
  return addDays(today, -since)
}
