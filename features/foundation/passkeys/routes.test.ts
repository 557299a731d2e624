import { describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { auditApi } from '#features/foundation/audit/contract.ts'
import { demoApi } from '#features/pages/demo/contract.ts'
import { setClock, sharedApp, signIn, startTestApp, uniqueEmail } from '#tests/app.ts'
import { atOnce, repeated, statuses } from '#tests/at-once.ts'
import { Authenticator, addPasskey, trySignIn } from '#tests/authenticator.ts'
import { firstOf } from '#tests/lists.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { CONFLICT, FORBIDDEN, invalidField, NOT_FOUND } from '#tests/refusals.ts'
import { passkeySignInApi, passkeysApi } from './contract.ts'

const REFUSED = { status: 400, body: { code: 'invalid_request' } }
const TOO_LATE = { status: 403, body: { code: 'recent_sign_in_required' } }

const inMinutes = (minutes: number) => setClock(new Date(Date.now() + minutes * 60_000).toISOString())

async function auditOf(person: Visitor) {
  return (await person.call(auditApi.list)).map(({ action }) => action)
}

describe('a passkey', () => {
  test('is added to the account, comes with ten recovery codes, and signs in to it', async () => {
    const ada = await signIn('Ada')
    const { device, recovery_codes, ...passkey } = await addPasskey(ada)
    expect(passkey).toMatchObject({ name: 'Unknown device', is_backed_up: true, last_used_at: null })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(recovery_codes?.[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)

    const phone = new Visitor(ada.url)
    expect((await trySignIn(phone, device)).status).toBe(201)
    expect((await phone.call(accountApi.me)).email).toBe(ada.email)
    const [listed] = await ada.call(passkeysApi.list)
    expect(listed).toMatchObject({ id: passkey.id, last_used_at: expect.any(String) })
    expect(await auditOf(ada)).toEqual(['signed_in', 'recovery_codes_made', 'passkey_added', 'signed_in'])
  })

  test('of a second device signs in too, and brings no new codes', async () => {
    const ada = await signIn('Ada')
    const first = await addPasskey(ada)
    const second = await addPasskey(ada)
    expect(second).toMatchObject({ recovery_codes: null, name: 'Unknown device 2' })
    for (const { device } of [first, second])
      expect((await trySignIn(new Visitor(ada.url), device)).status).toBe(201)
  })

  test('is made once on each device', async () => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    await expect(addPasskey(ada, device)).rejects.toThrow('has a passkey')
  })

  test('is refused once it was removed', async () => {
    const ada = await signIn('Ada')
    const { device, id } = await addPasskey(ada)
    await ada.call(passkeysApi.remove, { params: { id } })
    const visitor = new Visitor(ada.url)
    expect(await trySignIn(visitor, device)).toMatchObject(REFUSED)
    expect((await visitor.try(accountApi.me)).status).toBe(401)
    expect(firstOf(await auditOf(ada))).toBe('passkey_removed')
  })

  test.each([
    ['another site', (device: Authenticator) => (device.origin = 'https://daybook.example.net')],
    ['another port', (device: Authenticator) => (device.origin = 'http://localhost:1')],
    ['a device that did not verify its owner', (device: Authenticator) => (device.verifiesOwner = false)],
  ])('of %s is refused', async (_, change) => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    change(device)
    expect(await trySignIn(new Visitor(ada.url), device)).toMatchObject(REFUSED)

    const options = await ada.call(passkeysApi.options)
    const other = new Authenticator(ada.url)
    change(other)
    const body = { credential: other.create(options) }
    expect(await ada.try(passkeysApi.create, { body })).toMatchObject(REFUSED)
    expect(await ada.call(passkeysApi.list)).toHaveLength(1)
  })

  test('whose counter does not count up is refused as a copy', async () => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    device.counter = 7
    expect((await trySignIn(new Visitor(ada.url), device)).status).toBe(201)
    expect(await trySignIn(new Visitor(ada.url), device)).toMatchObject(REFUSED)
    device.counter = 6
    expect(await trySignIn(new Visitor(ada.url), device)).toMatchObject(REFUSED)
    device.counter = 8
    expect((await trySignIn(new Visitor(ada.url), device)).status).toBe(201)
  })

  test('with a forged signature is refused', async () => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    const visitor = new Visitor(ada.url)
    const mine = new Authenticator(ada.url)
    mine.create(await ada.call(passkeysApi.options))
    const options = await visitor.call(passkeySignInApi.options)
    const credential = { ...mine.use(options), id: device.use(options).id }
    expect(await visitor.try(passkeySignInApi.signIn, { body: { credential } })).toMatchObject(REFUSED)
  })

  test('belongs to one account', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const device = new Authenticator(ada.url)
    const credential = device.create(await ada.call(passkeysApi.options))
    await ada.call(passkeysApi.create, { body: { credential } })
    const options = await eve.call(passkeysApi.options)
    const { challenge } = options
    const clientData = { type: 'webauthn.create', challenge, origin: ada.url, crossOrigin: false }
    const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url')
    const copied = { ...credential, response: { ...credential.response, clientDataJSON } }
    expect(await eve.try(passkeysApi.create, { body: { credential: copied } })).toMatchObject(CONFLICT)
  })

  test('is renamed by its owner alone', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const { id } = await addPasskey(ada)
    const rename = { params: { id }, body: { name: '  Desk ' } }
    expect(await eve.try(passkeysApi.rename, rename)).toMatchObject(NOT_FOUND)
    expect(await eve.try(passkeysApi.remove, { params: { id } })).toMatchObject(NOT_FOUND)
    expect(await ada.call(passkeysApi.rename, rename)).toMatchObject({ id, name: 'Desk' })
    const blank = await ada.try(passkeysApi.rename, { params: { id }, body: { name: ' ' } })
    expect(blank).toMatchObject(invalidField('name', 'Please enter a name'))
  })

  test('and its challenge are stored without secrets', async () => {
    const { database } = await sharedApp()
    const ada = await signIn('Ada')
    const { recovery_codes } = await addPasskey(ada)
    const { challenge } = await new Visitor(ada.url).call(passkeySignInApi.options)
    const { rows } = await database.pool.query(`
      select row_to_json(c)::text as row from passkey_challenges c
      union all select row_to_json(r)::text from recovery_codes r`)
    const stored = rows.map(({ row }) => row).join()
    for (const secret of [challenge, ...(recovery_codes ?? [])]) expect(stored).not.toContain(secret)
    expect(rows.length).toBeGreaterThan(10)
  })
})

describe('a challenge', () => {
  test('answered fifty times at once opens one session', async () => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    const visitor = new Visitor(ada.url)
    const credential = device.use(await visitor.call(passkeySignInApi.options))
    const before = await ada.call(accountApi.sessions)
    const answers = await atOnce(50, () => visitor.try(passkeySignInApi.signIn, { body: { credential } }))
    expect(statuses(answers)).toEqual([201, ...repeated(400, 49)])
    expect(await ada.call(accountApi.sessions)).toHaveLength(before.length + 1)
  })

  test('answered fifty times at once adds one passkey', async () => {
    const ada = await signIn('Ada')
    const credential = new Authenticator(ada.url).create(await ada.call(passkeysApi.options))
    const answers = await atOnce(50, () => ada.try(passkeysApi.create, { body: { credential } }))
    expect(statuses(answers)).toEqual([201, ...repeated(400, 49)])
    expect(await ada.call(passkeysApi.list)).toHaveLength(1)
  })

  test('is used up by a wrong answer', async () => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    const visitor = new Visitor(ada.url)
    const options = await visitor.call(passkeySignInApi.options)
    const credential = device.use(options)
    const wrong = { ...credential, response: { ...credential.response, signature: 'AAAA' } }
    for (const body of [{ credential: wrong }, { credential }])
      expect(await visitor.try(passkeySignInApi.signIn, { body })).toMatchObject(REFUSED)
  })

  test('is answered by the browser that asked, within five minutes, and in any of its tabs', async () => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    const visitor = new Visitor(ada.url)
    const [one, another] = [
      device.use(await visitor.call(passkeySignInApi.options)),
      device.use(await visitor.call(passkeySignInApi.options)),
    ]
    const other = new Visitor(ada.url)
    await other.call(passkeySignInApi.options)
    const stolen = { body: { credential: one } }
    expect(await other.try(passkeySignInApi.signIn, stolen)).toMatchObject(REFUSED)
    expect((await visitor.try(passkeySignInApi.signIn, { body: { credential: one } })).status).toBe(201)
    await inMinutes(6)
    const late = await visitor.try(passkeySignInApi.signIn, { body: { credential: another } })
    expect(late).toMatchObject(REFUSED)
  })

  test('for one purpose is refused for another', async () => {
    const ada = await signIn('Ada')
    const { device } = await addPasskey(ada)
    const { challenge, rp } = await ada.call(passkeysApi.options)
    const options = { challenge, rpId: rp.id, timeout: 1, userVerification: 'required' as const }
    const body = { credential: device.use(options) }
    expect(await ada.try(passkeySignInApi.signIn, { body })).toMatchObject(REFUSED)
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed', async () => {
    const ada = await signIn('Ada')
    const { recovery_codes } = await addPasskey(ada)
    const code = recovery_codes?.[3] ?? ''
    const visitor = new Visitor(ada.url)
    const typed = { email: ada.email.toUpperCase(), code: ` ${code.toLowerCase().replaceAll('-', ' ')}` }
    expect((await visitor.try(passkeySignInApi.recover, { body: typed })).status).toBe(201)
    expect((await visitor.call(accountApi.me)).email).toBe(ada.email)
    expect(await visitor.try(passkeySignInApi.recover, { body: typed })).toMatchObject(REFUSED)
    expect((await ada.call(passkeysApi.methods)).recovery_codes_left).toBe(9)
    expect(await auditOf(ada)).toContain('recovery_code_used')
  })

  test('used fifty times at once opens one session', async () => {
    const { url } = await sharedApp()
    const ada = await signIn('Ada')
    const { recovery_codes } = await addPasskey(ada)
    const body = { email: ada.email, code: recovery_codes?.[0] ?? '' }
    const answers = await atOnce(20, () => new Visitor(url).try(passkeySignInApi.recover, { body }))
    expect(statuses(answers)).toEqual([201, ...repeated(400, 19)])
  })

  test('is refused in the same words for a wrong code and an unknown address', async () => {
    const ada = await signIn('Ada')
    const { recovery_codes } = await addPasskey(ada)
    const [code = ''] = recovery_codes ?? []
    const visitor = new Visitor(ada.url)
    const wrong = { email: ada.email, code: '0000-0000-0000-0000' }
    const unknown = { email: uniqueEmail('Eve'), code }
    const [one, other] = [
      await visitor.try(passkeySignInApi.recover, { body: wrong }),
      await visitor.try(passkeySignInApi.recover, { body: unknown }),
    ]
    expect(one).toMatchObject(REFUSED)
    expect(other).toMatchObject({ status: one.status, body: one.body })
  })

  test('opens the account however often others have tried in vain', async () => {
    const ada = await signIn('Ada')
    const { recovery_codes } = await addPasskey(ada)
    const use = (code = '') =>
      new Visitor(ada.url).try(passkeySignInApi.recover, { body: { email: ada.email, code } })
    expect(statuses(await atOnce(30, () => use('0000-0000-0000-0000')))).toEqual(repeated(400, 30))
    expect((await use(recovery_codes?.[0])).status).toBe(201)
  })

  test('of an older set is refused', async () => {
    const ada = await signIn('Ada')
    const { recovery_codes } = await addPasskey(ada)
    const { recovery_codes: newer } = await ada.call(passkeysApi.makeRecoveryCodes)
    const use = (code = '') =>
      new Visitor(ada.url).try(passkeySignInApi.recover, { body: { email: ada.email, code } })
    expect(await use(recovery_codes?.[0])).toMatchObject(REFUSED)
    expect((await use(newer[0])).status).toBe(201)
  })
})

describe('the ways to sign in', () => {
  test('list the provider, passkeys and how many codes are left', async () => {
    const ada = await signIn('Ada')
    const { id } = await addPasskey(ada)
    expect(await ada.call(passkeysApi.methods)).toMatchObject({
      identities: [
        {
          kind: 'provider',
          name: 'Google',
          created_at: expect.any(String),
          last_used_at: expect.any(String),
        },
      ],
      passkeys: [{ id }],
      recovery_codes_left: 10,
      offers_passkeys: true,
    })
  })

  test('keep at least one', async () => {
    const ada = await signIn('Ada')
    const { identities } = await ada.call(passkeysApi.methods)
    const { id } = firstOf(identities)
    expect(await ada.try(passkeysApi.removeMethod, { params: { id } })).toMatchObject(CONFLICT)
    const passkey = await addPasskey(ada)
    await ada.call(passkeysApi.removeMethod, { params: { id } })
    expect(firstOf(await auditOf(ada))).toBe('sign_in_method_removed')
    const last = { params: { id: passkey.id } }
    expect(await ada.try(passkeysApi.remove, last)).toMatchObject(CONFLICT)
    expect(await ada.try(passkeysApi.removeMethod, { params: { id } })).toMatchObject(NOT_FOUND)
  })

  test('keep one of two that are removed at once', async () => {
    const ada = await signIn('Ada')
    const passkey = await addPasskey(ada)
    const { id } = firstOf((await ada.call(passkeysApi.methods)).identities)
    const answers = await Promise.all([
      ada.try(passkeysApi.remove, { params: { id: passkey.id } }),
      ada.try(passkeysApi.removeMethod, { params: { id } }),
    ])
    expect(statuses(answers)).toEqual([200, 409])
  })

  test('of somebody else are not found', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    await addPasskey(eve)
    const { id } = firstOf((await ada.call(passkeysApi.methods)).identities)
    expect(await eve.try(passkeysApi.removeMethod, { params: { id } })).toMatchObject(NOT_FOUND)
  })

  test('change only within ten minutes after signing in', async () => {
    const ada = await signIn('Ada')
    const { id, device } = await addPasskey(ada)
    const credential = new Authenticator(ada.url).create(await ada.call(passkeysApi.options))
    const identity = firstOf((await ada.call(passkeysApi.methods)).identities)
    await inMinutes(11)
    for (const refused of [
      await ada.try(passkeysApi.options),
      await ada.try(passkeysApi.create, { body: { credential } }),
      await ada.try(passkeysApi.remove, { params: { id } }),
      await ada.try(passkeysApi.makeRecoveryCodes),
      await ada.try(passkeysApi.removeMethod, { params: { id: identity.id } }),
    ])
      expect(refused).toMatchObject(TOO_LATE)
    await ada.call(passkeysApi.rename, { params: { id }, body: { name: 'Desk' } })
    expect((await trySignIn(ada, device)).status).toBe(201)
    await ada.call(passkeysApi.makeRecoveryCodes)
  })

  test('do not exist in a demo', async () => {
    const visitor = new Visitor((await sharedApp()).url)
    await visitor.call(demoApi.open, { body: {} })
    expect((await visitor.call(passkeysApi.methods)).identities).toEqual([])
    expect((await visitor.try(passkeysApi.options)).status).toBe(403)
    expect((await visitor.try(passkeysApi.makeRecoveryCodes)).status).toBe(403)
  })
})

describe('where an address can be proven', () => {
  test('a passkey begins no account', async () => {
    const visitor = new Visitor((await sharedApp()).url)
    const who = { name: 'Eve', email: uniqueEmail('Eve') }
    expect(await visitor.try(passkeySignInApi.signUpOptions, { body: who })).toMatchObject(FORBIDDEN)
    const options = await (await signIn('Ada')).call(passkeysApi.options)
    const credential = new Authenticator(visitor.url).create(options)
    const body = { ...who, credential }
    expect(await visitor.try(passkeySignInApi.signUp, { body })).toMatchObject(FORBIDDEN)
  })
})

describe('where passkeys are not among the ways to sign in', () => {
  test('nothing is offered, and the list says so', async () => {
    const app = await startTestApp({ SIGN_IN: 'oidc' })
    try {
      const ada = await signInAs(app.url, { name: 'Ada', email: 'ada@example.com' })
      expect(await ada.call(passkeysApi.methods)).toMatchObject({ offers_passkeys: false, passkeys: [] })
      for (const refused of [
        await ada.try(passkeysApi.options),
        await ada.try(passkeysApi.makeRecoveryCodes),
        await ada.try(passkeySignInApi.options),
        await ada.try(passkeySignInApi.recover, { body: { email: ada.email, code: 'x' } }),
        await ada.try(passkeySignInApi.signUpOptions, { body: { name: 'Ada', email: ada.email } }),
      ])
        expect(refused).toMatchObject(NOT_FOUND)
    } finally {
      await app.stop()
    }
  })
})
