import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { auditApi } from '#features/foundation/audit/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { setClock, sharedApp, signIn, uniqueEmail } from '#tests/app.ts'
import { firstOf, pagesOf } from '#tests/lists.ts'
import { fetchCode, Person, signInAs, Visitor } from '#tests/people.ts'
import { invalidFields } from '#tests/refusals.ts'
import { accountApi } from './contract.ts'

describe('a session', () => {
  test('ends with sign-out, for this browser only', async () => {
    const { url } = await sharedApp()
    const who = { name: 'Ada', email: uniqueEmail('Ada') }
    const [phone, desk] = [await signInAs(url, who), await signInAs(url, who)]
    const key = phone.cookies.get('daybook_session') ?? ''
    await phone.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
    phone.cookies.set('daybook_session', key)
    expect((await phone.try(accountApi.me)).status).toBe(401)
    expect((await desk.try(accountApi.me)).status).toBe(200)
  })

  test('has a key with one spelling', async () => {
    const ada = await signIn('Ada')
    const key = ada.cookies.get('daybook_session') ?? ''
    const [account, token = ''] = key.split('.')
    const respelled = new Visitor(ada.url)
    for (const spelling of [
      `0${key}`,
      `00${key}`,
      ` ${key}`,
      `+${key}`,
      `${account}.0.${token}`,
      `${key}=`,
    ]) {
      respelled.cookies.set('daybook_session', encodeURIComponent(spelling))
      expect((await respelled.try(accountApi.me)).status, spelling).toBe(401)
    }
    const signedOut = new Visitor(ada.url)
    signedOut.cookies.set('daybook_session', `0${key}`)
    await signedOut.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect((await ada.try(accountApi.me)).status).toBe(200)
  })

  test('lasts 30 days, and longer by use', async () => {
    const ada = await signIn('Ada')
    const day = (days: number) => setClock(new Date(Date.now() + days * 86_400_000).toISOString())
    await day(29)
    expect((await ada.try(accountApi.me)).status).toBe(200)
    await day(58)
    expect((await ada.try(accountApi.me)).status).toBe(200)
    await day(89)
    expect((await ada.try(accountApi.me)).status).toBe(401)
  })

  test('ends after 90 days, however often it is used', async () => {
    const ada = await signIn('Ada')
    const start = Date.now()
    const day = (days: number) => setClock(new Date(start + days * 86_400_000).toISOString())
    for (const used of [29, 58, 87]) {
      await day(used)
      const answer = await ada.try(accountApi.me)
      expect(answer.status).toBe(200)
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('daybook_session='))
      const expires = Date.parse(/expires=([^;]+)/i.exec(cookie ?? '')?.[1] ?? '')
      expect(Math.round((expires - start) / 86_400_000)).toBe(Math.min(used + 30, 90))
    }
    await day(91)
    expect((await ada.try(accountApi.me)).status).toBe(401)
  })

  test('takes the place of the one that the browser had', async () => {
    const { url } = await sharedApp()
    const browser = await signIn('Ada')
    const before = browser.cookies.get('daybook_session') ?? ''
    const other = await signInAs(url, browser)
    const returned = await fetchCode(browser, browser)
    expect((await browser.try(signInApi.signIn, { body: returned })).status).toBe(201)
    const old = new Visitor(url)
    old.cookies.set('daybook_session', before)
    expect((await old.try(accountApi.me)).status).toBe(401)
    expect((await browser.try(accountApi.me)).status).toBe(200)
    expect((await other.try(accountApi.me)).status).toBe(200)
    expect(await auditOf(browser)).toEqual(['signed_in', 'session_ended', 'signed_in', 'signed_in'])
  })

  test('of another user in the same browser ends, and only that user is notified', async () => {
    const ada = await signIn('Ada')
    const hers = (await signInAs(ada.url, ada)).cookies.get('daybook_session') ?? ''
    const grace = { name: 'Grace', email: uniqueEmail('Grace') }
    const browser = new Visitor(ada.url)
    const returned = await fetchCode(browser, grace)
    browser.cookies.set('daybook_session', hers)
    expect((await browser.try(signInApi.signIn, { body: returned })).status).toBe(201)
    expect((await browser.call(accountApi.me)).email).toBe(grace.email)
    expect(await auditOf(browser)).toEqual(['signed_in'])
    expect(await auditOf(ada)).toEqual(['session_ended', 'signed_in', 'signed_in'])
  })

  test.each([
    '',
    'nonsense',
    '1.short',
    '0.0',
    `1.${'a'.repeat(43)}`,
    `99999999999999999999.${'a'.repeat(43)}`,
    "1'.--",
  ])('with the key %j is not signed in', async (key) => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    visitor.cookies.set('daybook_session', key)
    expect((await visitor.try(accountApi.me)).status).toBe(401)
  })

  test('of one account does not open another', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    const [, secret] = (ada.cookies.get('daybook_session') ?? '').split('.')
    const [account] = (grace.cookies.get('daybook_session') ?? '').split('.')
    ada.cookies.set('daybook_session', `${account}.${secret}`)
    expect((await ada.try(accountApi.me)).status).toBe(401)
  })

  test('is stored only as a hash', async () => {
    const { database } = await sharedApp()
    const ada = await signIn('Ada')
    const [, secret = ''] = (ada.cookies.get('daybook_session') ?? '').split('.')
    const { rows } = await database.pool.query('select row_to_json(s)::text as row from sessions s')
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false)
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('the list of sessions', () => {
  const CHROME =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
  const HOSTILE = `<script>alert(1)</script>${'x'.repeat(5000)}`

  async function signInWith(who: Person, userAgent: string): Promise<Person> {
    const person = new Person(who.url, who)
    const returned = await fetchCode(person, who)
    await person.call(signInApi.signIn, { body: returned, headers: { 'user-agent': userAgent } })
    return person
  }
  const sessionsOf = (person: Person) => person.call(accountApi.sessions)

  test('names the device, and marks the one that asks', async () => {
    await setClock('2026-11-16T08:00:00Z')
    const phone = await signIn('Ada')
    await setClock('2026-11-16T09:00:00Z')
    const desk = await signInWith(phone, CHROME)
    expect(await sessionsOf(desk)).toEqual([
      {
        id: expect.any(Number),
        device: 'Chrome on macOS',
        created_at: '2026-11-16T09:00:00.000Z',
        last_used_at: '2026-11-16T09:00:00.000Z',
        expires_at: '2026-12-16T09:00:00.000Z',
        current: true,
      },
      expect.objectContaining({ device: 'Unknown device', current: false }),
    ])
    await setClock('2026-11-16T09:30:00Z')
    await phone.call(accountApi.me)
    expect(await sessionsOf(desk)).toMatchObject([
      { current: true, last_used_at: '2026-11-16T09:30:00.000Z' },
      { current: false, last_used_at: '2026-11-16T09:30:00.000Z' },
    ])
  })

  test('stores nothing of a hostile user agent', async () => {
    const ada = await signIn('Ada')
    const hostile = await signInWith(ada, HOSTILE)
    expect(JSON.stringify([await sessionsOf(hostile), await hostile.try(auditApi.list)])).not.toMatch(
      /script|xxx/,
    )
  })

  test('contains no token and no hash', async () => {
    const ada = await signIn('Ada')
    const [, token = ''] = (ada.cookies.get('daybook_session') ?? '').split('.')
    const { database } = await sharedApp()
    const { id } = firstOf(await sessionsOf(ada))
    const { rows } = await database.pool.query('select token_hash from sessions where id = $1', [id])
    const told = JSON.stringify(await sessionsOf(ada))
    for (const secret of [
      token,
      rows[0].token_hash.toString('hex'),
      rows[0].token_hash.toString('base64url'),
    ])
      expect(told).not.toContain(secret)
  })

  test('ends one session, which is then not found', async () => {
    const desk = await signIn('Ada')
    const phone = await signInAs(desk.url, desk)
    const { id } = firstOf((await sessionsOf(desk)).filter(({ current }) => !current))
    const end = () => desk.try(accountApi.endSession, { params: { id } })
    const answers = await Promise.all([end(), end()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await phone.try(accountApi.me)).status).toBe(401)
    expect((await desk.try(accountApi.me)).status).toBe(200)
    expect((await auditOf(desk)).filter((action) => action === 'session_ended')).toHaveLength(1)
  })

  test('ends all others', async () => {
    const desk = await signIn('Ada')
    const others = await Promise.all([signInAs(desk.url, desk), signInAs(desk.url, desk)])
    expect(await desk.call(accountApi.endOtherSessions)).toEqual({ success: true, ended: 2 })
    for (const other of others) expect((await other.try(accountApi.me)).status).toBe(401)
    expect(await sessionsOf(desk)).toMatchObject([{ current: true }])
    expect(await desk.call(accountApi.endOtherSessions)).toEqual({ success: true, ended: 0 })
  })

  test('ends no other account’s', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const { id } = firstOf(await sessionsOf(ada))
    expect((await eve.try(accountApi.endSession, { params: { id } })).status).toBe(404)
    await eve.call(accountApi.endOtherSessions)
    expect((await ada.try(accountApi.me)).status).toBe(200)
  })
})

describe('the audit trail', () => {
  test('records what was done, by whom and from where', async () => {
    await setClock('2026-11-16T08:00:00Z')
    const ada = await signIn('Ada')
    const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    const link = await ada.call(portalAccessApi.create, { params: { id: client.id }, body: {} })
    const params = { id: client.id, accessId: link.id }
    await ada.call(portalAccessApi.renew, { params, body: { expires_on: '2027-01-01' } })
    await ada.call(portalAccessApi.revoke, { params })
    await ada.call(portalAccessApi.revoke, { params })
    await (await ada.fetch('/api/export.zip')).arrayBuffer()
    const audit = await ada.call(auditApi.list)
    const event = { actor: 'user', address: expect.stringMatching(/127\.0\.0\.1|::1/) }
    expect(audit).toMatchObject([
      { ...event, action: 'data_exported', client_name: null },
      { ...event, action: 'portal_link_revoked', client_id: client.id, client_name: 'Studio North' },
      { ...event, action: 'portal_link_renewed', client_name: 'Studio North' },
      { ...event, action: 'portal_link_created', client_name: 'Studio North' },
      { ...event, action: 'signed_in', device: 'Unknown device', created_at: '2026-11-16T08:00:00.000Z' },
    ])
  })

  test('records a sign-out', async () => {
    const desk = await signIn('Ada')
    const phone = await signInAs(desk.url, desk)
    await phone.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(await auditOf(desk)).toEqual(['signed_out', 'signed_in', 'signed_in'])
  })

  test('is read page by page', async () => {
    const ada = await signIn('Ada')
    await signInAs(ada.url, ada)
    const pages = await Array.fromAsync(pagesOf(ada, auditApi.list, { limit: '1' }))
    expect(pages).toMatchObject([[{ action: 'signed_in' }], [{ action: 'signed_in' }]])
    const [newest, oldest] = pages.flat().map(({ id }) => id)
    expect(newest).toBeGreaterThan(oldest ?? Infinity)
  })

  test('is hidden from other accounts', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    expect(await auditOf(eve)).toEqual(['signed_in'])
    expect(await auditOf(ada)).toEqual(['signed_in'])
  })

  test('tells when money or emails go elsewhere', async () => {
    const ada = await signIn('Ada')
    const bank = { iban: 'DE89370400440532013000', account_holder: 'Ada Lovelace' }
    await ada.call(businessApi.update, { body: bank })
    await ada.call(businessApi.update, { body: { ...bank, notes: 'Thank you' } })
    await ada.call(businessApi.update, { body: { ...bank, payment_details: 'PayPal: ada' } })
    const { id } = await ada.call(clientsApi.create, { body: { name: 'North', email: 'a@example.com' } })
    const update = (body: { email: string; cc_emails?: string[] }) =>
      ada.call(clientsApi.update, { params: { id }, body: { name: 'North', ...body } })
    await update({ email: 'a@example.com' })
    await update({ email: 'b@example.com' })
    await update({ email: 'b@example.com', cc_emails: ['c@example.com'] })
    const contact = { name: 'Jonas', email: 'd@example.com' }
    const { id: contactId } = await ada.call(contactsApi.create, { params: { id }, body: contact })
    await ada.call(contactsApi.update, { params: { id, contactId }, body: { ...contact, role: 'Accounts' } })
    await ada.call(contactsApi.update, { params: { id, contactId }, body: { name: 'Jonas', email: '' } })
    const events = await ada.call(auditApi.list)
    expect(events.map(({ action, client_name }) => [action, client_name])).toEqual([
      ['client_address_changed', 'North'],
      ['client_address_changed', 'North'],
      ['client_address_changed', 'North'],
      ['bank_details_changed', null],
      ['bank_details_changed', null],
      ['signed_in', null],
    ])
  })
})

async function auditOf(person: Visitor): Promise<string[]> {
  return (await person.call(auditApi.list)).map(({ action }) => action)
}

describe('the account page', () => {
  const LONG = '10,001 characters'
  const details = {
    business_name: 'Lovelace Analytics',
    business_address: '12 St James’s Square\nLondon',
    time_zone: 'Europe/London',
  }

  test('starts without a business, and keeps what is entered', async () => {
    const ada = await signIn('Ada', 'Asia/Tokyo')
    const before = await ada.call(accountApi.me)
    expect(before).toMatchObject({ business_name: '', business_address: '', time_zone: 'Asia/Tokyo' })
    const updated = await ada.call(accountApi.update, {
      body: { ...details, business_name: '  Lovelace Analytics ' },
    })
    expect(updated).toMatchObject({ ...details, email: ada.email })
    expect(await ada.call(accountApi.me)).toEqual(updated)
    expect(await ada.call(dashboardApi.recentActivity)).toMatchObject([
      { type: 'other', title: 'Account updated', description: 'Lovelace Analytics' },
    ])
  })

  test('leaves out what is left out', async () => {
    const ada = await signIn('Ada')
    await ada.call(accountApi.update, { body: details })
    expect(await ada.call(accountApi.update, { body: { time_zone: 'UTC' } })).toMatchObject({
      business_name: '',
      business_address: '',
      time_zone: 'UTC',
    })
  })

  test('changes neither other accounts nor the identity', async () => {
    const [ada, grace] = await Promise.all([signIn('Ada'), signIn('Grace')])
    const before = await ada.call(accountApi.me)
    const foreign = { id: before.id, email: 'eve@example.com' }
    await grace.call(accountApi.update, { body: { ...details, ...foreign } })
    expect(await ada.call(accountApi.me)).toEqual(before)
    expect((await grace.call(accountApi.me)).email).toBe(grace.email)
  })

  test('is kept at the next sign-in', async () => {
    const { url } = await sharedApp()
    const ada = await signIn('Ada')
    await ada.call(accountApi.update, { body: details })
    const again = await signInAs(url, { name: 'Ada', email: ada.email, timeZone: 'UTC' })
    expect(await again.call(accountApi.me)).toMatchObject(details)
  })

  test('changes the current day at once', async () => {
    await setClock('2026-11-30T20:00:00Z')
    const ada = await signIn('Ada', 'UTC')
    const month = async () => (await ada.call(expensesApi.thisMonth)).month
    expect(await month()).toBe('2026-11')
    await ada.call(accountApi.update, { body: { ...details, time_zone: 'Asia/Tokyo' } })
    expect(await month()).toBe('2026-12')
  })

  test.each(['<b>Bold</b> "Studio" \'n\' =cmd()', 'ستوديو الشمال', '🦓 Zebra', ''])(
    'stores %j as text',
    async (business_name) => {
      const ada = await signIn('Ada')
      const text = { business_name, business_address: business_name }
      const updated = await ada.call(accountApi.update, { body: { ...details, ...text } })
      expect(updated).toMatchObject(text)
    },
  )

  test.each([
    ['business_name', LONG],
    ['business_name', 'a\0b'],
    ['business_name', 7],
    ['business_address', LONG],
    ['business_address', { $gt: '' }],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', 'IST'],
    ['time_zone', ''],
    ['time_zone', 'UTC\0'],
    ['time_zone', null],
    ['time_zone', undefined],
  ])('refuses %s %j', async (field, given) => {
    const value = given === LONG ? 'x'.repeat(10_001) : given
    const ada = await signIn('Ada')
    const answer = await ada.request('PUT', '/api/users/me', { ...details, [field]: value })
    expect(invalidFields(answer)).toEqual([field])
    expect(await ada.call(accountApi.me)).toMatchObject({ business_name: '', time_zone: 'UTC' })
  })

  test('requires a session', async () => {
    const { url } = await sharedApp()
    expect((await new Visitor(url).try(accountApi.update, { body: details })).status).toBe(401)
  })
})
