import { describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { emailCodesApi } from '#features/foundation/email-codes/contract.ts'
import { sharedApp, uniqueEmail } from '#tests/app.ts'
import { askForCode, signInByEmail } from '#tests/email-codes.ts'
import { entitlementOf } from '#tests/payments.ts'
import { fetchCode, signInAs, Visitor } from '#tests/people.ts'
import { signInApi } from './contract.ts'

const signInWithProvider = async (email: string, name = 'Ada Lovelace') =>
  signInAs((await sharedApp()).url, { name, email })

const accountIdsWith = async (email: string): Promise<number[]> => {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query('select id from accounts where lower(email) = $1 order by id', [
    email.toLowerCase(),
  ])
  return rows.map(({ id }) => Number(id))
}

describe('two ways to sign in with one address', () => {
  test('open one account, first through the provider and then by email', async () => {
    const email = uniqueEmail('Ada')
    const first = await (await signInWithProvider(email)).call(accountApi.me)
    const again = await (await signInByEmail(email)).call(accountApi.me)
    expect(again).toMatchObject({ id: first.id, google_user_data: { name: 'Ada Lovelace' }, email })
    expect(again.version).toBe(first.version)
  })

  test('open one account, first by email and then through the provider, which brings the name', async () => {
    const email = uniqueEmail('Ada')
    const byEmail = await signInByEmail(email)
    const { id } = await byEmail.call(accountApi.me)
    await signInWithProvider(email)
    expect(await byEmail.call(accountApi.me)).toMatchObject({
      id,
      google_user_data: { name: 'Ada Lovelace' },
    })
    expect(await (await signInByEmail(email)).call(accountApi.me)).toMatchObject({
      id,
      google_user_data: { name: 'Ada Lovelace' },
    })
  })

  test('open one account, however the address is written', async () => {
    const email = uniqueEmail('Ada')
    await signInWithProvider(email.toUpperCase())
    const { id } = await (await signInByEmail(email)).call(accountApi.me)
    expect(await accountIdsWith(email)).toEqual([id])
  })

  test('create one account if both are used at once', async () => {
    const email = uniqueEmail('Ada')
    const { url } = await sharedApp()
    const { visitor, code } = await askForCode(email)
    const provided = new Visitor(url)
    const returned = await fetchCode(provided, { name: 'Ada', email })
    await Promise.all([
      visitor.call(emailCodesApi.enter, { body: { code } }),
      provided.call(signInApi.signIn, { body: returned }),
    ])
    expect(await accountIdsWith(email)).toHaveLength(1)
  })

  test('create one account if five browsers use one of them at once', async () => {
    const email = uniqueEmail('Ada')
    const browsers: Awaited<ReturnType<typeof askForCode>>[] = []
    for (let count = 0; count < 5; count++) browsers.push(await askForCode(email))
    await Promise.all(
      browsers.map(({ visitor, code }) => visitor.call(emailCodesApi.enter, { body: { code } })),
    )
    expect(await accountIdsWith(email)).toHaveLength(1)
  })

  test('have one trial between them', async () => {
    const email = uniqueEmail('Ada')
    const before = await entitlementOf(await signInWithProvider(email))
    const after = await entitlementOf(await signInByEmail(email))
    expect(after.subscription).toEqual(before.subscription)
  })
})

describe('an account is not joined', () => {
  test('if its address is not verified', async () => {
    const email = uniqueEmail('Ada')
    const { id } = await (await signInWithProvider(email)).call(accountApi.me)
    const { database } = await sharedApp()
    await database.pool.query('update accounts set email_verified = false where id = $1', [id])
    const other = await (await signInByEmail(email)).call(accountApi.me)
    expect(other.id).not.toBe(id)
  })

  test('if another one has the same verified address', async () => {
    const email = uniqueEmail('Ada')
    const [first, second] = [uniqueEmail('Ada'), uniqueEmail('Ada')]
    const { database } = await sharedApp()
    for (const each of [first, second]) {
      const { id } = await (await signInWithProvider(each)).call(accountApi.me)
      await database.pool.query('update accounts set email = $2 where id = $1', [id, email])
    }
    const before = await accountIdsWith(email)
    const { id } = await (await signInByEmail(email)).call(accountApi.me)
    expect(before).not.toContain(id)
  })

  test('if it is a demo, or is being removed', async () => {
    const { database } = await sharedApp()
    for (const column of ['demo_expires_at', 'removal_began_at']) {
      const email = uniqueEmail('Ada')
      const { id } = await (await signInWithProvider(email)).call(accountApi.me)
      await database.pool.query(`update accounts set ${column} = now() where id = $1`, [id])
      const other = await (await signInByEmail(email)).call(accountApi.me)
      expect(other.id).not.toBe(id)
    }
  })
})
