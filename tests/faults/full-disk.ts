import { randomBytes } from 'node:crypto'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { Visitor } from '#tests/people.ts'
import type { Account } from './account.ts'
import type { SmallDisk } from './small-disk.ts'
import { until } from './until.ts'
import { workAWhile } from './work.ts'
import type { World } from './world.ts'

const MEGABYTE = 1_048_576
const RECOVERY_SECONDS = 120

/** The disk under database and files fills up under load, and is freed again. */
export async function fillDisk(world: World, disk: SmallDisk): Promise<void> {
  const { part, report, tally } = world
  await workAWhile(world, 40)
  await refuseLargeFile(world, disk)
  await workAWhile(world, 20)

  const before = tally.unanswered
  disk.fill(0)
  report.progress(part, 'the disk is full')
  await workAWhile(world, 100_000)
  // With a little room tables grow until the write-ahead log has none, which ends PostgreSQL; without any, all is refused.
  const pressed = new Pressure(world)
  for (const room of [3 * MEGABYTE, MEGABYTE, 0]) {
    disk.fill(room)
    await pressed.write()
  }
  const refused = tally.unanswered - before + pressed.unknown.length
  report.check(part, 'a full disk was noticed', refused > 0 ? [] : ['nobody was refused'])
  report.check(part, 'on a full disk, calls answer 503 and never 500', pressed.faults)
  disk.free()
  const back = await until(
    async () => (await fetch(`${world.app.url}/readyz`)).status === 200,
    RECOVERY_SECONDS,
  )
  report.note(`${part}: ${refused} writes refused, ${pressed.made} still made`)
  report.check(part, 'it goes on by itself once there is room', back ? [] : [world.app.lastWords()])
  await world.settle()
  await pressed.settle()
  await world.check('after there was room again')
  await workAWhile(world, 40)
  await world.settle()
  await world.check('at work again')
}

const WRITES_ON_A_FULL_DISK = 200

/** Somebody who writes large things, whatever is answered. */
class Pressure {
  readonly unknown: string[] = []
  readonly faults: string[] = []
  made = 0
  readonly #world: World
  readonly #account: Account
  #count = 0

  constructor(world: World) {
    const [account] = world.people
    if (!account) throw new Error('nobody works here')
    this.#world = world
    this.#account = account
  }

  async write(): Promise<void> {
    for (let count = 1; count <= WRITES_ON_A_FULL_DISK; count++) {
      const name = `pressed-${++this.#count}`
      // Random, since PostgreSQL packs what repeats itself.
      const description = randomBytes(7_000).toString('base64')
      const headers = { 'idempotency-key': name }
      const answer = await this.#account.person
        .try(projectsApi.create, { body: { name, description }, headers })
        .catch((error: Error) => String(error.cause ?? error))
      if (typeof answer === 'object' && answer.ok) {
        this.#enter(answer.body.id, name)
        continue
      }
      this.unknown.push(name)
      if (typeof answer === 'string') this.faults.push(answer)
      else if (answer.status !== 503 || !answer.headers.has('retry-after'))
        this.faults.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }

  /** Unacknowledged calls may have been made. */
  async settle(): Promise<void> {
    const sql = 'select id::int, name from projects where name = any($1)'
    for (const { id, name } of await this.#world.query(sql, [this.unknown])) {
      this.#enter(Number(id), String(name))
    }
  }

  #enter(id: number, name: string): void {
    const { books } = this.#world
    const account_id = this.#account.id
    this.made += 1
    books.put('projects', id, { account_id, name })
    books.addActivity(account_id, 'project.created')
    books.keys.add(`${account_id} ${name}`)
  }
}

/** There is room for small things, and not for this file. */
async function refuseLargeFile(world: World, disk: SmallDisk): Promise<void> {
  const { part, report, people } = world
  const [account] = people
  if (!account) throw new Error('nobody works here')
  const { person, id: account_id } = account
  disk.fill(12 * MEGABYTE)
  const project = world.books.anyIdOf('projects', account_id)
  const { id } = await person.call(deliverablesApi.create, {
    params: { id: project },
    body: { title: 'Large' },
  })
  world.books.addActivity(account_id, 'deliverable.created')
  world.books.put('deliverables', id, { account_id, title: 'Large', file_sha256: null })
  const response = await person.fetch(`/api/projects/${project}/deliverables/${id}/file?name=large.bin`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(20 * MEGABYTE).fill(7),
  })
  const text = await response.text()
  const clear = (response.status === 503 || response.status === 507) && /room|space/i.test(text)
  report.check(
    part,
    'a file that has no room is refused in words',
    clear ? [] : [`${response.status} ${text}`],
  )
  const others = await person.try(clientsApi.list)
  report.check(part, 'others work on meanwhile', others.status === 200 ? [] : [`${others.status}`])
  const health = await new Visitor(world.app.url).fetch('/healthz')
  report.check(part, '/healthz stays 200', health.status === 200 ? [] : [`${health.status}`])
  disk.free()
}
