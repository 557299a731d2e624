import { describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { setClock, sharedApp, signIn, uniqueEmail } from '#tests/app.ts'
import { fetchCode, signInAs, Visitor } from '#tests/people.ts'
import { signInApi } from './contract.ts'

describe('signing in', () => {
  test('shows only the signed-in user', async () => {
    const [ada, grace] = await Promise.all([signIn('Ada'), signIn('Grace')])
    const [me, other] = [await ada.call(accountApi.me), await grace.call(accountApi.me)]
    expect(me).toMatchObject({ email: ada.email, google_user_data: { name: 'Ada', picture: null } })
    expect(other.email).toBe(grace.email)
    expect(me.id).not.toBe(other.id)
  })

  test('opens the same account again, with the time zone of the first time', async () => {
    const { url } = await sharedApp()
    const who = { name: 'Ada', email: uniqueEmail('Ada') }
    const first = await signInAs(url, { ...who, timeZone: 'Europe/Berlin' })
    const again = await signInAs(url, { ...who, name: 'Ada King', timeZone: 'Asia/Tokyo' })
    const [before, after] = [await first.call(accountApi.me), await again.call(accountApi.me)]
    expect(after).toMatchObject({
      id: before.id,
      time_zone: 'Europe/Berlin',
      google_user_data: { name: 'Ada King' },
    })
  })

  test('keeps its cookie from scripts and other sites', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const returned = await fetchCode(visitor, { name: 'Ada', email: uniqueEmail('Ada') })
    const response = await visitor.fetch('/api/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(returned),
    })
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('daybook_session='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
  })
})

describe('an invalid sign-in', () => {
  const returnTo = async (
    change: (visitor: Visitor, returned: { code: string; state?: string }) => unknown,
  ) => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const returned = await fetchCode(visitor, { name: 'Eve', email: uniqueEmail('Eve') })
    const body = (await change(visitor, returned)) ?? returned
    const answer = await visitor.request('POST', '/api/sessions', body)
    const me = await visitor.try(accountApi.me)
    return { ...answer, me: me.status, time_zone: me.ok ? me.body.time_zone : undefined }
  }

  test.each(['Etc/Unknown', 'Mars/Olympus', ''])(
    'it works from a browser in %j, in UTC',
    async (time_zone) => {
      expect(await returnTo((_, returned) => ({ ...returned, time_zone }))).toMatchObject({
        status: 201,
        me: 200,
        time_zone: 'UTC',
      })
    },
  )

  test('with a code alone it works, since the state is optional', async () => {
    expect(await returnTo((_, { code }) => ({ code }))).toMatchObject({ status: 201, me: 200 })
  })

  test.each([
    ['a forged code', (_: Visitor, { state }: { state?: string }) => ({ code: 'forged', state })],
    ['a foreign state', (_: Visitor, { code }: { code: string }) => ({ code, state: 'foreign' })],
    ['no code', () => ({})],
    ['an empty code', () => ({ code: '' })],
    ['a code of the wrong type', () => ({ code: { $gt: '' } })],
    ['a time zone of the wrong type', (_: Visitor, returned: object) => ({ ...returned, time_zone: 1 })],
  ])('%s is refused', async (_, change) => {
    expect(await returnTo(change)).toMatchObject({
      status: 400,
      me: 401,
      body: { error: expect.any(String) },
    })
  })

  test('a code that was used before is refused', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    const returned = await fetchCode(visitor, { name: 'Eve', email: uniqueEmail('Eve') })
    const check = visitor.cookies.get('daybook_signin') ?? ''
    expect((await visitor.try(signInApi.signIn, { body: returned })).status).toBe(201)
    visitor.cookies.set('daybook_signin', check)
    expect((await visitor.try(signInApi.signIn, { body: returned })).status).toBe(400)
  })

  test('a code that another browser fetched is refused', async () => {
    const { url } = await sharedApp()
    const returned = await fetchCode(new Visitor(url), { name: 'Eve', email: uniqueEmail('Eve') })
    const victim = new Visitor(url)
    await victim.call(signInApi.redirectUrl, { params: { provider: 'google' } })
    expect((await victim.try(signInApi.signIn, { body: { code: returned.code } })).status).toBe(400)
    expect((await new Visitor(url).try(signInApi.signIn, { body: returned })).status).toBe(400)
  })

  test('a tampered cookie is refused', async () => {
    const tampered = await returnTo((visitor) => {
      const check = visitor.cookies.get('daybook_signin') ?? ''
      visitor.cookies.set('daybook_signin', check.replace('nonce', 'ponce'))
    })
    expect(tampered).toMatchObject({ status: 400, me: 401 })
  })

  test('one that took longer than ten minutes is refused', async () => {
    const late = await returnTo(async () => {
      await setClock(new Date(Date.now() + 11 * 60_000).toISOString())
    })
    expect(late.status).toBe(400)
  })

  test('an unknown provider is not found', async () => {
    const { url } = await sharedApp()
    const answer = await new Visitor(url).request('GET', '/api/oauth/nowhere/redirect_url')
    expect(answer.status).toBe(404)
  })
})
