import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { sharedApp } from '#tests/app.ts'
import { keepMarkedBooks, type MarkedBooks } from '#tests/marked-books.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { addPortalLink, visitorWith } from '#tests/portal.ts'
import { rowsOf } from '#tests/rows.ts'
import { type Caller, OWN_PAGE, walk } from '#tests/strangers.ts'

let ada: MarkedBooks
let eve: MarkedBooks

beforeAll(async () => {
  ada = await keepMarkedBooks('Ada')
  eve = await keepMarkedBooks('Eve')
})

const random = () => randomBytes(32).toString('base64url')
const under = (key: string) => `${ada.accountId}.${key.split('.')[1]}`
const withKeys = (session: string | undefined, token: string): Caller => ({ session, token, opens: [] })

const MALFORMED = [
  '.',
  '0.',
  'null',
  '%00',
  '%2e%2e%2f',
  '1.'.padEnd(45, 'é'),
  `999999999999999.${'A'.repeat(43)}`,
  `-1.${'A'.repeat(43)}`,
  `1e3.${'A'.repeat(43)}`,
  'A'.repeat(499),
  `1.${"' or 1=1 --".padEnd(43)}`,
]

describe('open nothing by any call:', () => {
  const strangers: Record<string, () => Caller[] | Promise<Caller[]>> = {
    'no keys': () => [withKeys(undefined, 'x')],
    'keys that nobody issued': () => [
      withKeys(`${ada.accountId}.${random()}`, `${ada.accountId}.${random()}`),
    ],
    "another account's keys under her number": () => [withKeys(under(eve.sessionKey), under(eve.token))],
    "her client's link as a session, her session as a link": () => [withKeys(ada.token, ada.sessionKey)],
    'malformed keys': () => MALFORMED.map(encodeURIComponent).map((key) => withKeys(key, key)),
  }

  test.each(Object.entries(strangers))('%s', async (_, stranger) => {
    const callers = await stranger()
    const before = await rowsOf(ada.accountId)
    expect(await walk(ada, { callers, secrets: [...ada.secrets, ...ada.business] })).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })

  test('a session that was ended, and a link that was revoked, which only tells whom to ask', async () => {
    const { url } = await sharedApp()
    const again = await signInAs(url, ada.owner)
    const session = again.cookies.get('daybook_session') ?? ''
    await again.call(signInApi.signOut, { headers: OWN_PAGE })
    const clientId = Number(ada.keys.clients)
    const { accessId, client } = await addPortalLink(ada.owner, clientId)
    await ada.owner.call(portalAccessApi.revoke, { params: { id: clientId, accessId } })
    const ended = withKeys(session, 'x')
    const revoked = withKeys(undefined, client.token)
    const before = await rowsOf(ada.accountId)
    expect(await walk(ada, { callers: [ended], secrets: [...ada.secrets, ...ada.business] })).toEqual([])
    expect(await walk(ada, { callers: [revoked], secrets: ada.secrets })).toEqual([])
    expect(await rowsOf(ada.accountId)).toEqual(before)
  })
})

test.each(MALFORMED)('%j is neither a session nor a link', async (key) => {
  const { url } = await sharedApp()
  const visitor = new Visitor(url)
  visitor.cookies.set('daybook_session', encodeURIComponent(key))
  expect(await visitor.try(clientsApi.list)).toMatchObject({ status: 401 })
  const client = await visitorWith(key)
  expect(await client.try(portalApi.overview)).toMatchObject({ status: 404 })
})
