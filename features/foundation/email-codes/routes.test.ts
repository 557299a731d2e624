import { describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { signInPageApi } from '#features/foundation/sign-in-page/contract.ts'
import { newToken } from '#server/crypto/tokens.ts'
import type { Transport } from '#server/mail/transport.ts'
import { setClock, sharedApp, startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { atOnce, repeated, statuses } from '#tests/at-once.ts'
import { askForCode, codesMailedTo, signInByEmail } from '#tests/email-codes.ts'
import { retryJobs, runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { linksIn, mailsTo } from '#tests/mails.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { emailCodesApi } from './contract.ts'

const enter = (visitor: Visitor, code: string) => visitor.try(emailCodesApi.enter, { body: { code } })
const isSignedIn = async (visitor: Visitor) => (await visitor.try(accountApi.me)).status === 200
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const REFUSAL = {
  status: 400,
  body: {
    error: 'This code is wrong or no longer valid in this browser. Check it, or ask for a new one.',
    code: 'invalid_request',
  },
}

describe('a code by email', () => {
  test('opens a new account, in the time zone of the browser, with a session like any other', async () => {
    const email = uniqueEmail('Ada')
    const ada = await signInByEmail(email)
    expect(await ada.call(accountApi.me)).toMatchObject({
      email,
      google_user_data: { name: null, picture: null },
      time_zone: 'Europe/Berlin',
    })
  })

  test('opens the same account again, however the address is written', async () => {
    const email = uniqueEmail('Ada')
    const first = await (await signInByEmail(email)).call(accountApi.me)
    const again = await (await signInByEmail(` ${email.toUpperCase()} `.trim())).call(accountApi.me)
    expect(again.id).toBe(first.id)
  })

  test('comes with a link whose code no server sees', async () => {
    const email = uniqueEmail('Ada')
    const { code } = await askForCode(email)
    const mail = firstOf(await mailsTo(email))
    expect(mail.text).toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
    const [link = ''] = linksIn(mail)
    expect(new URL(link)).toMatchObject({ pathname: '/sign-in', search: '', hash: `#code=${code}` })
  })

  test('may be typed with a space', async () => {
    const { visitor, code } = await askForCode(uniqueEmail('Ada'))
    expect((await enter(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(201)
  })

  test('is still valid after a scanner has opened its link', async () => {
    const email = uniqueEmail('Ada')
    const { visitor, code } = await askForCode(email)
    for (const link of linksIn(firstOf(await mailsTo(email)))) {
      await fetch(link)
      await fetch(link, { method: 'HEAD' })
    }
    expect((await enter(visitor, code)).status).toBe(201)
  })

  test('is stored only as a hash', async () => {
    const email = uniqueEmail('Ada')
    const { visitor, code } = await askForCode(email)
    const { database } = await sharedApp()
    const { rows } = await database.pool.query('select * from sign_in_codes where email = $1', [email])
    expect(rows).toHaveLength(1)
    const stored = JSON.stringify(rows, (_, value) => (Buffer.isBuffer(value) ? value.toString() : value))
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(visitor.cookies.get('daybook_email')?.split('.')[0])
  })

  test('replaces the session that the browser had', async () => {
    const { url } = await sharedApp()
    const grace = await signInAs(url, { name: 'Grace', email: uniqueEmail('Grace') })
    const before = await grace.call(accountApi.me)
    const { code } = await askForCode(uniqueEmail('Ada'), { visitor: grace })
    expect((await enter(grace, code)).status).toBe(201)
    expect((await grace.call(accountApi.me)).id).not.toBe(before.id)
  })
})

describe('a code is refused, in the same words,', () => {
  test('if it is wrong', async () => {
    const { visitor, code } = await askForCode(uniqueEmail('Ada'))
    expect(await enter(visitor, another(code))).toMatchObject(REFUSAL)
    expect(await isSignedIn(visitor)).toBe(false)
    expect((await enter(visitor, code)).status).toBe(201)
  })

  test('after five wrong guesses, even if it is right', async () => {
    const { visitor, code } = await askForCode(uniqueEmail('Ada'))
    const guesses = await atOnce(5, () => enter(visitor, another(code)))
    expect(statuses(guesses)).toEqual(repeated(400, 5))
    expect(await enter(visitor, code)).toMatchObject(REFUSAL)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('in another browser, whether that has asked for a code or not', async () => {
    const { url } = await sharedApp()
    const { code } = await askForCode(uniqueEmail('Ada'))
    expect(await enter(new Visitor(url), code)).toMatchObject(REFUSAL)
    const { visitor: eve } = await askForCode(uniqueEmail('Eve'))
    expect(await enter(eve, code)).toMatchObject(REFUSAL)
    expect(await isSignedIn(eve)).toBe(false)
  })

  test('with a cookie that was made up', async () => {
    const { visitor, code } = await askForCode(uniqueEmail('Ada'))
    const [, signature] = visitor.cookies.get('daybook_email')?.split('.') ?? []
    visitor.cookies.set('daybook_email', `${newToken()}.${signature}`)
    expect(await enter(visitor, code)).toMatchObject(REFUSAL)
  })

  test('ten minutes after it was asked for', async () => {
    const asked = new Date()
    await setClock(asked.toISOString())
    const [late, intime] = [await askForCode(uniqueEmail('Ada')), await askForCode(uniqueEmail('Grace'))]
    await setClock(new Date(asked.getTime() + 599_000).toISOString())
    expect((await enter(intime.visitor, intime.code)).status).toBe(201)
    await setClock(new Date(asked.getTime() + 600_000).toISOString())
    expect(await enter(late.visitor, late.code)).toMatchObject(REFUSAL)
  })

  test('a second time', async () => {
    const { visitor, code } = await askForCode(uniqueEmail('Ada'))
    const cookie = visitor.cookies.get('daybook_email') ?? ''
    expect((await enter(visitor, code)).status).toBe(201)
    visitor.cookies.set('daybook_email', cookie)
    expect(await enter(visitor, code)).toMatchObject(REFUSAL)
  })

  test('if the browser has asked for a newer one', async () => {
    const email = uniqueEmail('Ada')
    const { visitor, code } = await askForCode(email)
    const newer = await askForCode(email, { visitor })
    expect(await enter(visitor, code)).toMatchObject(REFUSAL)
    expect((await enter(visitor, newer.code)).status).toBe(201)
  })

  test('fifty times out of fifty-one, if it is used so often at once', async () => {
    const { visitor, code } = await askForCode(uniqueEmail('Ada'))
    const cookie = visitor.cookies.get('daybook_email') ?? ''
    const browsers = await atOnce(51, async () => {
      const browser = new Visitor(visitor.url)
      browser.cookies.set('daybook_email', cookie)
      return { browser, status: (await enter(browser, code)).status }
    })
    expect(statuses(browsers)).toEqual([201, ...repeated(400, 50)])
    const signedIn = await Promise.all(browsers.map(({ browser }) => isSignedIn(browser)))
    expect(signedIn.filter(Boolean)).toHaveLength(1)
  })

  test.each(['12345', '1234567', 'abcdef', '', '１２３４５６'])('if it is %j', async (code) => {
    const { visitor } = await askForCode(uniqueEmail('Ada'))
    expect((await visitor.request('POST', '/api/sign-in/email/code', { code })).status).toBe(400)
  })
})

describe('asking for a code', () => {
  test('is answered alike for a known, an unknown and a much mailed address, before anything is looked up', async () => {
    const { url, database } = await sharedApp()
    const ada = await signInAs(url, { name: 'Ada', email: uniqueEmail('Ada') })
    const flooded = uniqueEmail('Grace')
    for (let sent = 0; sent < 5; sent++) await askForCode(flooded)
    const answers = await Promise.all(
      [ada.email, uniqueEmail('Eve'), flooded].map(async (email) => {
        const answer = await new Visitor(url).try(emailCodesApi.ask, { body: { email } })
        const { rows } = await database.pool.query(
          'select code_hash, mailed_at from sign_in_codes where email = $1 and mailed_at is null',
          [email],
        )
        const headers = [...answer.headers.keys()].filter((name) => !/^(date|x-request-id)$/.test(name))
        return { status: answer.status, body: answer.body, headers, rows }
      }),
    )
    expect(answers[0]).toMatchObject({
      status: 202,
      body: { success: true },
      rows: [{ code_hash: null, mailed_at: null }],
    })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('mails at most five codes an hour to one address, and the rest cannot be guessed', async () => {
    const email = uniqueEmail('Ada')
    const { url, database } = await sharedApp()
    await setClock('2027-03-01T10:00:00Z')
    const visitors = await atOnce(8, async () => {
      const visitor = new Visitor(url)
      await visitor.call(emailCodesApi.ask, { body: { email } })
      return visitor
    })
    expect(await codesMailedTo(email)).toHaveLength(5)
    const { rows } = await database.pool.query('select 1 from sign_in_codes where email = $1', [email])
    expect(rows).toHaveLength(5)
    expect(visitors).toHaveLength(8)
    await setClock('2027-03-01T11:00:01Z')
    await askForCode(email)
    expect(await codesMailedTo(email)).toHaveLength(6)
  })

  test.each(['', 'ada', 'ada@', 'ada@example.com\nbcc: eve@example.com', `${'a'.repeat(250)}@example.com`])(
    'is refused for %j',
    async (email) => {
      const { url } = await sharedApp()
      expect((await new Visitor(url).try(emailCodesApi.ask, { body: { email } })).status).toBe(400)
    },
  )

  test('leaves nothing behind two hours later', async () => {
    const email = uniqueEmail('Ada')
    await askForCode(email)
    const { database } = await sharedApp()
    await setClock(new Date(Date.now() + 2 * 3_600_000 + 1000).toISOString())
    await runScheduledJobs()
    const { rows } = await database.pool.query('select 1 from sign_in_codes where email = $1', [email])
    expect(rows).toEqual([])
  })

  test('is answered although another mail takes long', async () => {
    const { url, services } = await sharedApp()
    const { transport } = services.mail
    const [slow, fast] = [uniqueEmail('Eve'), uniqueEmail('Ada')]
    const others = Promise.withResolvers<void>()
    const deliver: Transport['deliver'] = async (message) => {
      if (message.envelope.to.includes(slow)) await others.promise
      else others.resolve()
      return transport?.deliver(message) ?? { outcome: 'uncertain', reason: 'no transport' }
    }
    services.mail.transport = { deliver }
    for (const email of [slow, fast]) await new Visitor(url).call(emailCodesApi.ask, { body: { email } })
    await runJobs()
    services.mail.transport = transport
    for (const email of [slow, fast]) expect(await codesMailedTo(email)).toHaveLength(1)
  })

  test('is tried again while the mail server refuses', async () => {
    const email = uniqueEmail('Ada')
    const { url, services } = await sharedApp()
    const { transport } = services.mail
    services.mail.transport = undefined
    const visitor = new Visitor(url)
    await visitor.call(emailCodesApi.ask, { body: { email } })
    await runJobs()
    services.mail.transport = transport
    await retryJobs()
    const [code = ''] = await codesMailedTo(email)
    expect((await enter(visitor, code)).status).toBe(201)
  })
})

describe('a server', () => {
  async function withApp(settings: NodeJS.ProcessEnv, run: (app: TestApp) => Promise<void>) {
    const app = await startTestApp(settings)
    try {
      await run(app)
    } finally {
      await app.stop()
    }
  }

  test('says how people sign in', async () => {
    const { url } = await sharedApp()
    expect(await new Visitor(url).call(signInPageApi.options)).toEqual({
      methods: ['oidc', 'email', 'passkey'],
      provider_name: 'Google',
      sign_up: 'open',
      outbox_path: '/sandbox/outbox',
    })
  })

  test('without email or provider among its ways to sign in does not know their calls', () =>
    withApp({ SIGN_IN: 'passkey' }, async ({ url }) => {
      const visitor = new Visitor(url)
      expect(await visitor.call(signInPageApi.options)).toMatchObject({ methods: ['passkey'] })
      const answers = [
        await visitor.try(emailCodesApi.ask, { body: { email: 'ada@example.com' } }),
        await visitor.try(emailCodesApi.enter, { body: { code: '123456' } }),
        await visitor.try(signInApi.redirectUrl, { params: { provider: 'google' } }),
        await visitor.try(signInApi.signIn, { body: { code: 'code' } }),
      ]
      expect(statuses(answers)).toEqual(repeated(404, 4))
      expect((await visitor.request('GET', '/sandbox/identity/auth')).status).toBe(404)
    }))

  test('that is closed lets in who has an account and administrators, and tells others so by mail', () =>
    withApp({ SIGN_UP: 'closed', ADMIN_EMAILS: 'root@example.com' }, async (app) => {
      const visitor = new Visitor(app.url)
      const refused = visitor.try(emailCodesApi.ask, { body: { email: 'eve@example.com' } })
      expect(await refused).toMatchObject({ status: 202, body: { success: true } })
      const mail = firstOf(await mailsTo('eve@example.com', app))
      expect(mail.subject).toBe('There is no Daybook account with this address')
      expect(linksIn(mail)).toEqual([])
      await expect(signInAs(app.url, { name: 'Eve', email: 'eve@example.com' })).rejects.toThrow(
        'New accounts cannot be created here. Ask the person who runs this Daybook to let you in.',
      )

      const root = await signInByEmail('root@example.com', app)
      const { id } = await root.call(accountApi.me)
      const provided = await signInAs(app.url, { name: 'Root', email: 'root@example.com' })
      expect((await provided.call(accountApi.me)).id).toBe(id)
      const { rows } = await app.database.pool.query('select id from accounts')
      expect(rows).toHaveLength(1)
    }))
})
