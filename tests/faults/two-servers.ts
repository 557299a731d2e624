import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#core/endpoint.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { signInApi } from '#features/foundation/sign-in/contract.ts'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { type AnswerOf, type Body, type Person, signInAs } from '#tests/people.ts'
import type { PostgresServer } from '#tests/postgres-server.ts'
import { AppProcess } from './app-process.ts'
import type { Report } from './report.ts'
import { until } from './until.ts'
import { workAWhile } from './work.ts'
import type { World } from './world.ts'

/** Workers of the same people at two servers on one database. */
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
  const { part, report, apps, workers, books } = world
  const [, lost] = apps
  let working = true
  const enough = books.more(60)
  const work = Promise.all(workers.map((worker) => worker.run(() => working)))
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
  const there = mia.at(other.url)
  const { status } = await there.try(accountApi.me)
  report.check(
    part,
    'a session of one server opens the other',
    status === 200 ? [] : [`it answers ${status}`],
  )
  await there.call(signInApi.signOut, { headers: { 'sec-fetch-site': 'same-origin' } })
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
  const { id } = await noa.call(accountApi.me)
  await query(`update subscriptions set plan_id = 'free', status = 'active' where account_id = $1`, [id])
  const client = await noa.call(clientsApi.create, { body: { name: 'First' } })
  const invoice = { client_id: client.id, issue_date: '2026-11-02', items: [] }
  const there = noa.at(other.url)

  const createFifty = async <E extends Endpoint>(
    noun: string,
    limit: number,
    create: (person: Person) => Promise<AnswerOf<E>>,
  ): Promise<Body<E>[]> => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(index % 2 === 0 ? noa : there)),
    )
    const made = answers.flatMap((answer) => (answer.ok ? [answer.body] : []))
    const strange = answers.filter(({ ok, status }) => !ok && status !== 403)
    const faults =
      made.length === limit && strange.length === 0 ? [] : [`${made.length} of ${limit} ${noun} were made`]
    report.check(part, 'fifty creations at once through both leave what the plan allows', faults, noun)
    return made
  }

  await createFifty('clients', 2, (person) => person.try(clientsApi.create, { body: { name: 'Another' } }))
  await createFifty('projects', 5, (person) => person.try(projectsApi.create, { body: { name: 'Another' } }))
  const invoices = await createFifty('invoices', 5, (person) =>
    person.try(invoicesApi.create, { body: invoice }),
  )
  const numbers = invoices.map(({ invoice_number }) => invoice_number).sort()
  const right = numbers.every((number, index) => number === `INV-000${index + 1}`)
  report.check(part, 'numbers given by both at once have no gap', right ? [] : [`${numbers}`])
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
