import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '#tests/app.ts'
import { retryJobs, runJobs, systemContext } from '#tests/jobs.ts'
import { type MailServer, startMailServer } from '#tests/mail-server.ts'
import { signInAs } from '#tests/people.ts'
import type { Context } from '../context.ts'
import { attach, defineAttachment } from './attachment.ts'
import { mailLayout } from './layout.ts'
import type { Mail } from './mail.ts'
import { queueMail } from './queue.ts'
import { smtpTransport } from './smtp.ts'

let server: MailServer
let app: TestApp
let ctx: Context

beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'Daybook <daybook@example.com>',
    LOG_LEVEL: 'silent',
  })
  const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
  ctx = await systemContext(ada.email, app)
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
beforeEach(async () => {
  await sql`delete from mails`.execute(app.database.db)
  server.received.length = 0
  server.recipients.length = 0
})

const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'client@example.net',
  subject: 'Your invoice INV-0001 – “März” 🎉',
  text: 'Plain words.\n.\nAnd a lonely dot.',
  html: '<p>Rich <b>words</b></p>',
  ...changes,
})

interface Row extends Record<string, unknown> {
  status: string
  attempts: number
  reason: string | null
  content: Buffer | null
}
const rows = async (from = app) =>
  (await sql<Row>`select status, attempts, reason, content from mails order by id`.execute(from.database.db))
    .rows
const only = async () => (await rows())[0]

describe('a mail', () => {
  test('arrives once, complete, in plain text and HTML, with the right sender and recipient', async () => {
    await queueMail(ctx, mail({ replyTo: 'ada@example.com', fromName: 'Ada’s Studio' }))
    expect((await only())?.status).toBe('queued')
    await runJobs(app)
    await runJobs(app)
    const [arrived, ...others] = server.received
    expect(others).toEqual([])
    expect(arrived).toMatchObject({
      subject: 'Your invoice INV-0001 – “März” 🎉',
      from: { name: 'Ada’s Studio', address: 'daybook@example.com' },
      to: [{ address: 'client@example.net' }],
      replyTo: [{ address: 'ada@example.com' }],
    })
    expect(arrived?.text?.trim().split(/\r?\n/)).toEqual(['Plain words.', '.', 'And a lonely dot.'])
    expect(arrived?.html).toContain('<p>Rich <b>words</b></p>')
    expect(arrived?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
    expect(await only()).toMatchObject({ status: 'sent', attempts: 1, reason: null })
  })

  test('is not sent if its transaction does not commit', async () => {
    const undone = ctx.db.transaction().execute(async (tx) => {
      await queueMail({ ...ctx, db: tx }, mail())
      throw new Error('planned')
    })
    await expect(undone).rejects.toThrow('planned')
    expect(await runJobs(app)).toBe(0)
    expect(server.received).toEqual([])
  })

  test.each([
    ['the server is busy', 'connect', 421],
    ['the sender must wait', 'from', 450],
    ['the mailbox is busy', 'to', 451],
    ['the message is deferred', 'data', 452],
  ] as const)('is retried when %s', async (_, stage, code) => {
    server.refuseNext(stage, code)
    await queueMail(ctx, mail())
    await runJobs(app)
    expect(server.received).toEqual([])
    expect(await only()).toMatchObject({ status: 'queued', attempts: 1 })
    await retryJobs(app)
    expect(server.received).toHaveLength(1)
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2, reason: null, content: null })
  })

  test('keeps its id across retries', async () => {
    server.refuseNext('data', 451)
    await queueMail(ctx, mail())
    const ids = await sql<{ message_id: string }>`
      select message_id from mails where account_id = ${ctx.accountId}`.execute(ctx.db)
    await runJobs(app)
    await retryJobs(app)
    expect(server.received[0]?.messageId).toBe(`<${ids.rows[0]?.message_id}>`)
  })

  test.each([
    ['nobody lives there', 'to', 550],
    ['the message is not wanted', 'data', 554],
  ] as const)('fails for good when %s, and says why', async (_, stage, code) => {
    server.refuseNext(stage, code)
    await queueMail(ctx, mail())
    await runJobs(app)
    expect(await retryJobs(app)).toBe(0)
    expect(server.received).toEqual([])
    expect(await only()).toMatchObject({ status: 'failed', content: expect.any(Buffer) })
    expect((await only())?.reason).toContain(String(code))
  })

  test('is not sent again when the connection is lost before the response', async () => {
    server.hangUpAfterNext()
    await queueMail(ctx, mail())
    await runJobs(app)
    expect(await retryJobs(app)).toBe(0)
    expect(server.received).toHaveLength(1)
    expect(await only()).toMatchObject({ status: 'uncertain', content: null })
  })

  test('is not sent again after a crash between claim and result', async () => {
    await queueMail(ctx, mail())
    // A server that is killed while it sends leaves this behind: claimed, its job active.
    await sql`update mails set status = 'sending', attempts = 1`.execute(app.database.db)
    await runJobs(app)
    expect(server.received).toEqual([])
    expect(await only()).toMatchObject({ status: 'uncertain', attempts: 1 })
    expect(await retryJobs(app)).toBe(0)
  })

  test('waits while the mail server is away', async () => {
    const away = await startTestApp({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'daybook@example.com',
      LOG_LEVEL: 'silent',
    })
    const grace = await signInAs(away.url, { name: 'Grace', email: 'grace@example.com' })
    await queueMail(await systemContext(grace.email, away), mail())
    await runJobs(away)
    expect((await rows(away))[0]).toMatchObject({ status: 'queued', attempts: 1 })
    await away.stop()
  })

  test.each(['', '?ignoreTLS=true', '?requireTLS=false'])(
    'waits rather than go unencrypted where TLS is required, whatever the address says: %s',
    async (options) => {
      const transport = smtpTransport({ smtpUrl: server.url + options, requiresTls: true })
      const delivery = await transport.deliver({
        id: 'one@example.com',
        envelope: { from: 'daybook@example.com', to: ['client@example.net'] },
        content: Buffer.from('Subject: x\r\n\r\nsecret-link'),
      })
      expect(delivery).toMatchObject({ outcome: 'refused', transient: true })
      expect(server.received).toEqual([])
    },
  )

  test('cannot be read in the database, nor after it was sent', async () => {
    await queueMail(ctx, mail({ text: 'secret-link', html: '<p>secret-link</p>' }))
    const dump = JSON.stringify(
      (await sql`select encode(content, 'escape') from mails`.execute(app.database.db)).rows,
    )
    const queue = JSON.stringify((await sql`select * from jobs.job`.execute(app.database.db)).rows)
    expect(dump + queue).not.toContain('secret-link')
    await runJobs(app)
    expect(server.received[0]?.text).toContain('secret-link')
    expect((await only())?.content).toBeNull()
  })

  test.each<[string, Partial<Mail>]>([
    ['a header in the subject', { subject: 'Hello\r\nBcc: everybody@example.net' }],
    ['a line break alone in the subject', { subject: 'Hello\nBcc: everybody@example.net' }],
    ['a header in the address', { to: 'client@example.net\r\nBcc: everybody@example.net' }],
    ['two addresses', { to: 'client@example.net, other@example.net' }],
    ['a name in the address', { to: 'Client <client@example.net>' }],
    ['a header in a copy’s address', { cc: ['books@example.net\r\nBcc: everybody@example.net'] }],
    ['a header in the answer address', { replyTo: 'ada@example.com\nX-Evil: 1' }],
    ['a header in the name', { fromName: 'Ada\r\nBcc: everybody@example.net' }],
    ['no address', { to: '' }],
  ])('with %s is refused', async (_, changes) => {
    await expect(queueMail(ctx, mail(changes))).rejects.toMatchObject({ status: 400 })
    expect(await rows()).toEqual([])
  })
})

describe('copies', () => {
  test('go out with the mail, for everyone to see', async () => {
    await queueMail(ctx, mail({ cc: ['books@example.net', 'boss@example.net'] }))
    await runJobs(app)
    expect(server.received).toMatchObject([
      {
        to: [{ address: 'client@example.net' }],
        cc: [{ address: 'books@example.net' }, { address: 'boss@example.net' }],
      },
    ])
    expect(server.recipients).toEqual([['client@example.net', 'books@example.net', 'boss@example.net']])
  })

  test('do not keep the mail from the others where one is refused, and it says which', async () => {
    server.refuseNext('to', 550)
    await queueMail(ctx, mail({ cc: ['books@example.net'] }))
    await runJobs(app)
    expect(server.recipients).toEqual([['books@example.net']])
    expect(await only()).toMatchObject({ status: 'sent', reason: expect.stringContaining('550') })
  })
})

describe('an attachment', () => {
  /** Larger than what one packet holds, with every byte there is. */
  const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256))
  const NAME = 'Фактура 請求書 فاتورة – “März” 🎉.pdf'
  let outcomes: (Buffer | undefined | Error)[]

  const file = defineAttachment({
    kind: 'test',
    type: 'application/pdf',
    data: z.object({ name: z.string() }),
    make: async (_, { name }) => {
      const content = outcomes.shift()
      if (content instanceof Error) throw content
      return content && { name, content }
    },
  })

  beforeAll(() => {
    app.services.mail.attachments = [...app.services.mail.attachments, file]
  })

  const send = async (...given: typeof outcomes) => {
    outcomes = given
    await queueMail(ctx, mail({ attachment: attach(file, { name: NAME }) }))
    await runJobs(app)
  }

  test('arrives whole, under a name in any script', async () => {
    await send(CONTENT)
    const [attached, ...others] = server.received[0]?.attachments ?? []
    expect(others).toEqual([])
    expect(attached).toMatchObject({ filename: NAME, mimeType: 'application/pdf', disposition: 'attachment' })
    expect(Buffer.from(attached?.content as ArrayBuffer).equals(CONTENT)).toBe(true)
    expect(server.received[0]?.text).toContain('Plain words.')
  })

  test('is made when the mail is sent, and is not stored', async () => {
    outcomes = [CONTENT]
    await queueMail(ctx, mail({ attachment: attach(file, { name: NAME }) }))
    expect(outcomes).toHaveLength(1)
    const { rows } = await sql<{ size: number }>`
      select length(to_jsonb(mails)::text) as size from mails`.execute(app.database.db)
    expect(Number(rows[0]?.size)).toBeLessThan(5000)
    await runJobs(app)
    expect(outcomes).toEqual([])
  })

  test('that cannot be made now is made later, and the mail is sent once', async () => {
    await send(new Error('planned'), CONTENT)
    expect(server.received).toEqual([])
    expect(await only()).toMatchObject({ status: 'queued', attempts: 0 })
    await retryJobs(app)
    await retryJobs(app)
    expect(server.received).toMatchObject([{ attachments: [{ filename: NAME }] }])
    expect(await only()).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('that can never be made keeps the mail from being sent, and it says so', async () => {
    await send(new Error('planned'))
    for (let attempt = 1; attempt <= 14; attempt++) {
      outcomes = [new Error('planned')]
      await retryJobs(app)
    }
    expect(server.received).toEqual([])
    expect(await only()).toMatchObject({
      status: 'failed',
      reason: 'Its attachment could not be made',
      content: expect.any(Buffer),
    })
  })

  test.each([
    ['that no longer exists', undefined],
    ['too large for a mailbox', Buffer.alloc(8 * 1024 * 1024)],
  ])('%s is left out', async (_, content) => {
    await send(content)
    expect(server.received).toMatchObject([{ subject: mail().subject, attachments: [] }])
    expect((await only())?.status).toBe('sent')
  })
})

describe('with nothing configured', () => {
  let plain: TestApp
  let own: Context
  beforeAll(async () => {
    plain = await startTestApp()
    const grace = await signInAs(plain.url, { name: 'Grace', email: 'grace@example.com' })
    own = await systemContext(grace.email, plain)
  })
  afterAll(() => plain.stop())

  test('mails lie in the outbox, complete, for this user only', async () => {
    await queueMail(own, mail())
    await runJobs(plain)
    const directory = join(plain.dataDirectory, 'outbox')
    const names = readdirSync(directory)
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/)])
    const path = join(directory, names[0] ?? '')
    const read = await PostalMime.parse(readFileSync(path))
    expect(read).toMatchObject({ subject: mail().subject, from: { address: 'daybook@localhost' } })
    expect(statSync(path).mode & 0o077).toBe(0)
  })
})

describe('on a public address without a mail server', () => {
  test('it says that it cannot mail, and keeps what it would have sent as failed', async () => {
    const mute = await startTestApp({
      PUBLIC_URL: 'https://daybook.example.com',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      SECRET: 'x'.repeat(32),
    })
    await sql`
      insert into accounts (email, email_verified, time_zone, created_at)
      values ('ida@example.com', true, 'UTC', now())`.execute(mute.database.db)
    const own = await systemContext('ida@example.com', mute)
    expect(own.services.mail.enabled).toBe(false)
    expect(await queueMail(own, mail())).toMatchObject({ status: 'failed' })
    expect((await rows(mute))[0]).toMatchObject({
      status: 'failed',
      reason: 'Mail is not set up',
      content: null,
    })
    expect(await runJobs(mute)).toBe(0)
    await mute.stop()
  })
})

describe('the layout', () => {
  const parts = {
    preheader: 'Preheader <i>',
    heading: 'Invoice <script>alert(1)</script>',
    paragraphs: ['Tom & "Jerry"', 'two\nlines'],
    button: { label: 'Open it', url: new URL('https://daybook.example.com/client-portal/abc?a=1&b=2') },
    footer: 'Sent by Daybook',
    businessName: 'Ada’s <Studio>',
  }
  test('says the same in plain text', () => {
    const { text } = mailLayout(parts)
    for (const part of [parts.heading, ...parts.paragraphs, parts.button.url.href, parts.footer])
      expect(text).toContain(part)
  })
  test('escapes all text, and loads no images', () => {
    const { html } = mailLayout(parts)
    expect(html).not.toMatch(/<script|<i>|<Studio>|<img|url\(/)
    expect(html).toContain('Tom &amp; &quot;Jerry&quot;')
    expect(html).toContain('two<br>lines')
    expect(html).toContain('href="https://daybook.example.com/client-portal/abc?a=1&amp;b=2"')
  })
})
