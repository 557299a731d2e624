import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readableLine } from './log-lines.ts'
import { createLog, withoutSecrets } from './logging.ts'

test.each([
  [`/elsewhere/12.${'s3cr3t_'.repeat(6)}A?x=1`, '/elsewhere/[token]?x=1'],
  [`/elsewhere/12%2E${'s3cr3t-'.repeat(6)}A`, '/elsewhere/[token]'],
  ['/auth/callback?code=s3cr3t&state=s3cr3t&x=1', '/auth/callback?code=[hidden]&state=[hidden]&x=1'],
  [
    'connect postgres://daybook:s3cr3t@db:5432/daybook failed',
    'connect postgres://daybook:[hidden]@db:5432/daybook failed',
  ],
  ['/api/clients?q=code', '/api/clients?q=code'],
  ['/api/clients?q=ada%40example.com&limit=5', '/api/clients?q=[email]&limit=5'],
  ['550 5.1.1 <ada+1@example.com>: unknown user', '550 5.1.1 <[email]>: unknown user'],
  ['At most 10 emails an hour to jörg@müller.example.', 'At most 10 emails an hour to [email]'],
  [
    'at file:///app/node_modules/@fastify/cookie/index.js',
    'at file:///app/node_modules/@fastify/cookie/index.js',
  ],
])('%s is logged without its secrets', (text, logged) => {
  expect(withoutSecrets(text)).toBe(logged)
})

test('no email address is logged, wherever an error or a reason has it', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('to ada@example.com', { cause: new Error('ada@example.com') }), {
    code: '23514',
    detail: 'Failing row contains (7, ada@example.com).',
    nested: { to: ['ada@example.com'] },
  })
  Object.assign(error, { itself: error })
  log.warn({ err: error }, 'job failed and will be retried')
  log.warn({ reason: 'at most 10 emails an hour to ada@example.com' }, 'notification not mailed')
  log.warn({ reason: 'no room', cause: new Error('for ada@example.com') }, 'request refused')
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain('ada@')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { code: '23514', detail: 'Failing row contains (7, [email]).', nested: { to: ['[email]'] } },
  })
})

test.each([
  ['a key', `12.${'s3cr3t_'.repeat(6)}A`],
  ['a code', `?code=${'s3cr3t'.repeat(9)}`],
  ['a password', `postgres://daybook:${'s3cr3t'.repeat(9)}@db`],
])('%s that is cut at the end of a long text is not logged', (_, secret) => {
  for (let place = 3900; place <= 4000; place++)
    expect(withoutSecrets(`/${'a'.repeat(place)}/${secret}`)).not.toContain('s3cr')
})

describe('on a terminal', () => {
  const time = '2026-11-15T12:01:07.123Z'
  const clock = new Date(time).toTimeString().slice(0, 8)
  const line = (entry: object) => stripVTControlCharacters(readableLine(JSON.stringify({ time, ...entry })))

  test('a call is one short line', () => {
    const req = { method: 'GET', url: '/api/clients', ip: '127.0.0.1' }
    const entry = { level: 'info', reqId: 'x', req, status: 200, ms: 4, msg: 'answered' }
    expect(line(entry)).toBe(`${clock} GET /api/clients 200 4 ms\n`)
  })

  test('a warning has its reason, an error also its stack', () => {
    const err = { type: 'Error', message: 'no room', stack: 'Error: no room\n    at save (disk.ts:1:2)' }
    expect(line({ level: 'warn', err, msg: 'the mail waits', attempts: 2 })).toBe(
      `${clock} WARN the mail waits (no room) attempts=2\n`,
    )
    expect(line({ level: 'error', err, msg: 'request failed' })).toBe(
      `${clock} ERROR request failed (no room)\n    at save (disk.ts:1:2)\n`,
    )
  })

  test('control characters in input are escaped', () => {
    const raw = readableLine(JSON.stringify({ time, level: 'info', msg: 'said \x1b[2J\x07\r\x9b1m' }))
    expect(raw.trimEnd()).not.toMatch(/\p{Cc}/u)
  })

  test('the start message stands by itself', () => {
    expect(line({ level: 'info', msg: 'Server listening at http://127.0.0.1:3000' })).toBe('')
  })
})
