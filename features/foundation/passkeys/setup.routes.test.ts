import { expect, onTestFinished, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { demoApi } from '#features/pages/demo/contract.ts'
import { startTestApp, type TestApp } from '#tests/app.ts'
import { atOnce, repeated, statuses } from '#tests/at-once.ts'
import { Authenticator, signUpWithPasskey, trySignIn } from '#tests/authenticator.ts'
import { Visitor } from '#tests/people.ts'
import { CONFLICT, FORBIDDEN, invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { passkeySignInApi } from './contract.ts'

const ADA = { name: 'Ada', email: 'ada@example.com' }

async function startNew(environment: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const app = await startTestApp({ SIGN_IN: 'passkey', SIGN_UP: 'closed', ...environment })
  onTestFinished(() => app.stop())
  return app
}

const tokenOf = ({ setupLink }: TestApp): string => setupLink?.hash.slice(1) ?? ''

test('a new server offers a link that creates its first account, although sign-up is closed', async () => {
  const app = await startNew({ ADMIN_EMAILS: ADA.email })
  expect(app.setupLink?.href).toMatch(/^http:\/\/localhost:\d+\/setup#[\w-]{43}$/)
  const visitor = new Visitor(app.url)
  await visitor.call(demoApi.open, { body: {} })
  const setup_token = tokenOf(app)
  const { person, device } = await signUpWithPasskey(app.url, { ...ADA, setup_token })
  expect(await person.call(accountApi.me)).toMatchObject({ email: ADA.email })
  expect((await person.call(subscriptionApi.current)).plan?.id).toBe('admin')
  expect((await trySignIn(new Visitor(app.url), device)).status).toBe(201)

  const again = await visitor.try(passkeySignInApi.signUpOptions, { body: { ...ADA, setup_token } })
  expect(again).toMatchObject(NOT_FOUND)
  expect(again.body).toMatchObject({ error: 'This Daybook is set up already. Sign in instead.' })
  expect(await app.background.offerSetup()).toBeUndefined()
})

test('a setup link used fifty times at once creates one account', async () => {
  const app = await startNew()
  const setup_token = tokenOf(app)
  const answers = await atOnce(50, async (index) => {
    const visitor = new Visitor(app.url)
    const who = { name: 'Ada', email: `ada${index}@example.com`, setup_token }
    const options = await visitor.try(passkeySignInApi.signUpOptions, { body: who })
    if (!options.ok) return options
    const credential = new Authenticator(app.url).create(options.body)
    return visitor.try(passkeySignInApi.signUp, { body: { ...who, credential } })
  })
  expect(statuses(answers)).toEqual([201, ...repeated(404, 49)])
  const { rows } = await app.database.pool.query('select count(*) from accounts')
  expect(Number(rows[0].count)).toBe(1)
})

test('a setup link works for an hour, until the next start, and not without its token', async () => {
  const app = await startNew()
  const ask = (setup_token?: string) =>
    new Visitor(app.url).try(passkeySignInApi.signUpOptions, {
      body: { ...ADA, ...(setup_token !== undefined && { setup_token }) },
    })
  expect((await ask(tokenOf(app))).status).toBe(200)
  expect(await ask('x')).toMatchObject(NOT_FOUND)
  expect((await ask()).status).toBe(403)
  const next = await app.background.offerSetup()
  expect(await ask(tokenOf(app))).toMatchObject(NOT_FOUND)
  app.clock.set(new Date(Date.now() + 61 * 60_000).toISOString())
  expect(await ask(next?.hash.slice(1))).toMatchObject(NOT_FOUND)
})

test('a server that people sign in to in another way offers no setup link', async () => {
  expect((await startNew({ SIGN_IN: 'email,passkey' })).setupLink).toBeUndefined()
})

test('where sign-up is open, others create accounts once the setup link was used, and join none', async () => {
  const app = await startNew({ SIGN_UP: 'open' })
  const eve = { name: 'Eve', email: ADA.email }
  const early = await new Visitor(app.url).try(passkeySignInApi.signUpOptions, { body: eve })
  expect(early).toMatchObject(FORBIDDEN)
  const ada = await signUpWithPasskey(app.url, { ...ADA, setup_token: tokenOf(app) })
  const { person, device, recovery_codes } = await signUpWithPasskey(app.url, eve)
  expect(recovery_codes).toHaveLength(10)
  const [hers, his] = [await ada.person.call(accountApi.me), await person.call(accountApi.me)]
  expect(his).toMatchObject({ email: ADA.email, google_user_data: { name: 'Eve' } })
  expect(his.id).not.toBe(hers.id)
  const again = new Visitor(app.url)
  await trySignIn(again, device)
  expect((await again.call(accountApi.me)).id).toBe(his.id)
})

test('signing up needs a name, an address and a passkey that is not in use', async () => {
  const app = await startNew({ SIGN_UP: 'open' })
  await signUpWithPasskey(app.url, { ...ADA, setup_token: tokenOf(app) })
  const visitor = new Visitor(app.url)
  for (const [field, body] of [
    ['name', { name: ' ', email: 'ada@example.com' }],
    ['email', { name: 'Ada', email: 'ada' }],
  ] as const)
    expect(await visitor.try(passkeySignInApi.signUpOptions, { body })).toMatchObject(invalidField(field))

  const created = async () =>
    new Authenticator(app.url).create(await visitor.call(passkeySignInApi.signUpOptions, { body: ADA }))
  const credential = await created()
  await visitor.call(passkeySignInApi.signUp, { body: { ...ADA, credential } })
  const { clientDataJSON } = (await created()).response
  const copied = { ...credential, response: { ...credential.response, clientDataJSON } }
  const taken = await visitor.try(passkeySignInApi.signUp, { body: { ...ADA, credential: copied } })
  expect(taken).toMatchObject(CONFLICT)
})
