import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { createOnServer } from '#tests/new-database.ts'
import { type Person, signInAs } from '#tests/people.ts'

let one: TestApp
let other: TestApp

beforeAll(async () => {
  const environment = {
    DATABASE_URL: await createOnServer({ isMigrated: true }),
    SECRET: 'only for these tests, and long enough',
  }
  one = await startTestApp(environment)
  other = await startTestApp(environment)
})
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
})

/** Ada at each of the servers, with the same cookies. */
async function signInAtBoth(): Promise<[Person, Person]> {
  const ada = await signInAs(one.url, { name: 'Ada', email: uniqueEmail('Ada') })
  return [ada, ada.at(other.url)]
}

test('a session that begins or ends at one server does so at the other', async () => {
  const [here, there] = await signInAtBoth()
  expect((await there.call(accountApi.me)).email).toBe(here.email)
  const key = here.cookies.get('daybook_session') ?? ''
  await there.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
  here.cookies.set('daybook_session', key)
  expect((await here.try(accountApi.me)).status).toBe(401)
})

test('a creation that is repeated at the other server happens once', async () => {
  const both = await signInAtBoth()
  const create = (at: Person) =>
    at.call(clientsApi.create, { body: { name: 'Studio North' }, headers: { 'idempotency-key': 'north' } })
  const created = await Promise.all([...both, ...both].map(create))
  expect(new Set(created.map(({ id }) => id)).size).toBe(1)
  expect(await both[1].call(clientsApi.list)).toHaveLength(1)
})

test('a timer that is started at one server is told to a browser at the other', async () => {
  const [here, there] = await signInAtBoth()
  const { id: project_id } = await here.call(projectsApi.create, { body: { name: 'Website' } })
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const events = await there.fetch(timerApi.events.path, { signal: left.signal })
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  const told = async (what: string) => {
    for (let text = ''; !text.includes(what); ) text += (await reader?.read())?.value ?? what
  }
  await told('null')
  const { id } = await here.call(timerApi.start, { body: { project_id } })
  await told(`"id":${id}`)
})
