import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { type Person, signInAs } from '#tests/people.ts'
import type { PostgresServer } from '#tests/postgres-server.ts'
import { AppProcess } from './app-process.ts'
import type { Report } from './report.ts'
import { until } from './until.ts'
import { workAWhile } from './work.ts'
import type { World } from './world.ts'

/** Hands of the same people at two servers on one database. */
export async function workAtTwoServers(
  world: World,
  { writes, loseOne }: { writes: number; loseOne: boolean },
): Promise<void> {
  const { part, report } = world
  await shareSessions(world)
  await workAWhile(world, writes)
  await world.settle()
  await world.check('after work at both')
  const sent = await until(async () => (await world.unsentMails()) === 0, 120)
  report.check(part, 'mails are sent', sent ? [] : ['they still wait after two minutes'])
  await world.check('when all is sent')
  if (loseOne) await loseOneServer(world)
  await fillThePlan(world)
}

/** One of them is killed: the other goes on, and runs the jobs that were lost with it. */
async function loseOneServer(world: World): Promise<void> {
  const { part, report, apps, lanes, books } = world
  const [, lost] = apps
  let working = true
  const enough = books.more(60)
  const work = Promise.all(lanes.map((lane) => lane.run(() => working)))
  await Promise.race([enough, work])
  await lost?.kill()
  await books.more(20)
  working = false
  await work
  report.progress(part, 'one of them is gone')
  const settled = await until(async () => (await world.unsentMails()) === 0, 300)
  const faults = settled ? [] : ['some still wait after five minutes']
  report.check(part, 'the jobs of a server that is gone are run by the other', faults)
  await lost?.start()
  await world.settle()
  await world.check('after one was killed')
}

async function shareSessions({ part, report, apps }: World): Promise<void> {
  const [one, other] = apps
  if (!one || !other) throw new Error('two servers are needed')
  const mia = await signInAs(one.url, { name: 'Mia', email: 'mia@example.com' })
  const there = at(mia, other.url)
  const { status } = await there.get('/api/users/me')
  report.check(
    part,
    'a session of one server opens the other',
    status === 200 ? [] : [`it answers ${status}`],
  )
  await there.get('/api/logout', { 'sec-fetch-site': 'same-origin' })
  const key = mia.cookies.get('daybook_session') ?? ''
  const statuses = await Promise.all(
    apps.map(async ({ url }) => {
      const response = await fetch(`${url}/api/users/me`, { headers: { cookie: `daybook_session=${key}` } })
      await response.text()
      return response.status
    }),
  )
  const signedOut = statuses.every((each) => each === 401)
  report.check(part, 'who signs out at one is signed out at both', signedOut ? [] : [`${statuses}`])
}

/** Fifty creations at once through both, for somebody whose plan has room for three, five and five. */
async function fillThePlan({ part, report, apps, query }: World): Promise<void> {
  const [one, other] = apps
  if (!one || !other) throw new Error('two servers are needed')
  const noa = await signInAs(one.url, { name: 'Noa', email: 'noa@example.com' })
  const { body: account } = await noa.get('/api/users/me')
  await query(`update subscriptions set plan_id = 'free', status = 'active' where account_id = $1`, [
    account.id,
  ])
  const { body: client } = await noa.post('/api/clients', { name: 'First' })
  const hands = [noa, at(noa, other.url)]
  const invoice = { client_id: client.id, issue_date: '2026-11-02', items: [] }
  for (const [path, body, room] of [
    ['clients', { name: 'Another' }, 2],
    ['projects', { name: 'Another' }, 5],
    ['invoices', invoice, 5],
  ] as const) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => hands[index % 2]?.post(`/api/${path}`, body)),
    )
    const made = answers.filter((answer) => answer?.status === 201)
    const strange = answers.filter((answer) => answer?.status !== 201 && answer?.status !== 403)
    const faults =
      made.length === room && strange.length === 0 ? [] : [`${made.length} of ${room} ${path} were made`]
    report.check(part, 'fifty creations at once through both leave what the plan allows', faults, path)
    if (path !== 'invoices') continue
    const numbers = made.map((answer) => answer?.body.invoice_number).sort()
    const right = numbers.every((number, index) => number === `INV-000${index + 1}`)
    report.check(part, 'numbers given by both at once have no gap', right ? [] : [`${numbers}`])
  }
}

function at(person: Person, url: string): Person {
  return Object.assign(Object.create(Object.getPrototypeOf(person)), person, { url }) as Person
}

/** Servers that start at the same moment on an empty database: it is migrated once, and all of them run. */
export async function startTogether(
  part: string,
  report: Report,
  { postgres, directory, times }: { postgres: PostgresServer; directory: string; times: number },
): Promise<void> {
  for (let time = 1; time <= times; time++) {
    const url = await postgres.createDatabase(`together_${time}`)
    const home = join(directory, `together-${time}`)
    mkdirSync(home, { recursive: true })
    const environment = {
      ...COMPILE_CACHE,
      DATABASE_URL: url,
      SECRET: 'only for these tests, and long enough',
    }
    const apps = await Promise.all([1, 2].map((name) => AppProcess.prepare(home, environment, `app-${name}`)))
    const started = await Promise.allSettled(apps.map((app) => app.start()))
    const faults = started.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    report.check(
      part,
      'servers that start at once on an empty database do not collide',
      faults,
      `time ${time}`,
    )
    await Promise.all(apps.map((app) => app.kill()))
  }
}
