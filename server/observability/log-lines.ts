import { styleText } from 'node:util'

interface Entry {
  level: string
  time: string
  msg?: string
  req?: { method: string; url: string }
  status?: number
  ms?: number
  err?: { message?: string; stack?: string }
  [detail: string]: unknown
}

const LOUD: Record<string, { word: string; style: 'yellow' | 'red' }> = {
  warn: { word: 'WARN', style: 'yellow' },
  error: { word: 'ERROR', style: 'red' },
  fatal: { word: 'FATAL', style: 'red' },
}

/** The start message says it better. */
const SAID_AT_THE_START = /^Server listening at /

/** A line of JSON as whoever sits at the terminal reads it: `12:01:07 GET /api/clients 200 4 ms`. */
export function readableLine(json: string): string {
  const { level, time, msg = '', req, status, ms, err, reqId: _, ...details }: Entry = JSON.parse(json)
  if (SAID_AT_THE_START.test(msg)) return ''
  const clock = new Date(time).toTimeString().slice(0, 8)
  const loud = LOUD[level]
  const said = [msg, req && `${req.method} ${req.url}`, err && `(${err.message})`].filter(Boolean).join(' ')
  const words = req && status !== undefined ? `${req.method} ${req.url} ${status} ${ms} ms` : said
  const more = Object.entries(details).map(([name, value]) => `${name}=${told(value)}`)
  const line = [clock, loud && styleText(loud.style, loud.word), printable([words, ...more].join(' '))]
  const stack = level === 'warn' ? '' : err?.stack?.replace(/^(?!\s+at ).*\n?/gm, '')
  return `${line.filter(Boolean).join(' ')}\n${stack ? `${printable(stack).trimEnd()}\n` : ''}`
}

const told = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What strangers send must not move the cursor or paint the terminal. */
const printable = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, '\uFFFD')
