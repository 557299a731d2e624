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

const HIGHLIGHTED: Record<string, { word: string; style: 'yellow' | 'red' }> = {
  warn: { word: 'WARN', style: 'yellow' },
  error: { word: 'ERROR', style: 'red' },
  fatal: { word: 'FATAL', style: 'red' },
}

/** `main.ts` prints a better start message. */
const START_MESSAGE = /^Server listening at /

/** A line of JSON for a terminal: `12:01:07 GET /api/clients 200 4 ms`. */
export function readableLine(json: string): string {
  const { level, time, msg = '', req, status, ms, err, reqId: _, ...details }: Entry = JSON.parse(json)
  if (START_MESSAGE.test(msg)) return ''
  const clock = new Date(time).toTimeString().slice(0, 8)
  const highlight = HIGHLIGHTED[level]
  const message = [msg, req && `${req.method} ${req.url}`, err && `(${err.message})`]
    .filter(Boolean)
    .join(' ')
  const text = req && status !== undefined ? `${req.method} ${req.url} ${status} ${ms} ms` : message
  const more = Object.entries(details).map(([name, value]) => `${name}=${asText(value)}`)
  const line = [
    clock,
    highlight && styleText(highlight.style, highlight.word),
    printable([text, ...more].join(' ')),
  ]
  const stack = level === 'warn' ? '' : err?.stack?.replace(/^(?![ \t]+at ).*\n?/gm, '')
  return `${line.filter(Boolean).join(' ')}\n${stack ? `${printable(stack).trimEnd()}\n` : ''}`
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Text from requests must not control the terminal. */
const printable = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, '\uFFFD')
