import { cpus } from 'node:os'
import pg from 'pg'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { openDemo } from '#tests/demo.ts'
import type { Person } from '#tests/people.ts'
import { CALLS, type Request } from './calls.ts'
import { type Child, startChild } from './child.ts'
import { round, Tally, Target } from './load.ts'
import { openPlaces, type Place } from './places.ts'
import { table } from './table.ts'

/** The cost of an account on a PostgreSQL server. */
export interface CapacityResult {
  /** The size of the demo's year of books, with their indexes. */
  yearMegabytes: number
  read: Cost
  write: Cost
}

/** Processor milliseconds of a request, and how many a second this machine takes. */
interface Cost {
  app: number
  database: number
  throughput: number
}

/** Assumed: how freelancers work. */
const ACTIVE_ACCOUNTS = 0.5
const READS_A_DAY = 150
const WRITES_A_DAY = 25
const SHARE_OF_BUSIEST_HOUR = 0.2

/** Assumed: what one of each takes. Processors are used up to a half, so that there is room for peaks. */
const ONE = { appCores: 0.5, primaryCores: 16 / 2, connections: 200, terabytes: 2 }
const CONNECTIONS_OF_A_SERVER = 11

const STEPS = [1_000, 10_000, 100_000, 1_000_000]
const PEOPLE = 8
const ROUND_MILLISECONDS = 2_000
const READS = [
  'session check',
  'dashboard figures',
  'recent activity',
  'clients',
  'projects',
  'time entries',
  'invoices',
  'expenses',
  'where the money is',
]

export async function measureCapacity(report: (line: string) => void): Promise<CapacityResult[]> {
  const places = await openPlaces('server')
  try {
    const place = await places.empty()
    const app = await startChild('serve-app.ts', place)
    const target = new Target(app.port)
    const url = `http://localhost:${app.port}`
    report('capacity: a year of eight accounts')
    // The first fills pages that every table has.
    await openDemo(url)
    const before = await bytesOf(place)
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => openDemo(url)))
    const yearMegabytes = round(((await bytesOf(place)) - before) / PEOPLE / 1e6)
    const cookies = people.map((person) => person.cookies.header())
    const projects = await Promise.all(people.map(projectOf))
    const requests = (name: string): Request[] =>
      cookies.map((cookie, index) => requestOf(name, cookie, projects[index] ?? 0))
    report('capacity: reading')
    const read = await measure(app, target, READS.map(requests))
    report('capacity: writing')
    const write = await measure(app, target, [requests('log time')])
    target.close()
    await app.stop()
    return [{ yearMegabytes, read, write }]
  } finally {
    await places.close()
  }
}

async function bytesOf({ databaseUrl }: Place): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    )
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}

async function projectOf(person: Person): Promise<number> {
  const [project] = await person.call(projectsApi.list, { query: { status: 'active' } })
  return project?.id ?? 0
}

function requestOf(name: string, cookie: string, projectId: number): Request {
  const call = CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`there is no call ${name}`)
  const nothing = {
    portalToken: '',
    portalProjectId: 0,
    clientId: 0,
    timeToBill: [],
    invoiceId: 0,
    itemId: 0,
  }
  return call.by({ ...nothing, cookie, projectId })
}

/** The database's part is what the machine did besides the app and the load, so nothing else may run. */
async function measure(app: Child, target: Target, rounds: Request[][]): Promise<Cost> {
  for (const requests of rounds) await new Tally().fire(target, requests, ROUND_MILLISECONDS / 2)
  const tally = new Tally()
  const before = { app: (await app.usage()).processor, own: ownProcessor(), all: machineProcessor() }
  for (const requests of rounds) await tally.fire(target, requests, ROUND_MILLISECONDS)
  const spent = machineProcessor() - before.all
  const ofApp = (await app.usage()).processor - before.app
  const ofDatabase = spent - ofApp - (ownProcessor() - before.own)
  return {
    app: round(ofApp / tally.count),
    database: round(ofDatabase / tally.count),
    throughput: tally.result().throughput,
  }
}

function ownProcessor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const machineProcessor = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

export function capacityTable([result]: CapacityResult[]): string {
  if (!result) return ''
  const { yearMegabytes, read, write } = result
  const measured = table(
    ['measured', 'app, ms', 'database, ms', 'on this machine /s'],
    [
      ['a read', ...[read.app, read.database, read.throughput].map(String)],
      ['a write', ...[write.app, write.database, write.throughput].map(String)],
    ],
  )
  const steps = table(
    [
      'accounts',
      'reads /s',
      'writes /s',
      'app servers',
      'cores of the primary',
      'connections',
      'GB a year',
      'fullest of one primary',
    ],
    STEPS.map((accounts) => stepOf(accounts, result)),
  )
  return `${measured}\n\nThe books of an account take ${yearMegabytes} MB a year, indexes included.\n\n${steps}`
}

function stepOf(accounts: number, { yearMegabytes, read, write }: CapacityResult): string[] {
  const anHour = accounts * ACTIVE_ACCOUNTS * SHARE_OF_BUSIEST_HOUR
  const reads = (anHour * READS_A_DAY) / 3600
  const writes = (anHour * WRITES_A_DAY) / 3600
  const appCores = (reads * read.app + writes * write.app) / 1000
  const primaryCores = (reads * read.database + writes * write.database) / 1000
  // Two at least, so that one can be restarted or lost.
  const servers = Math.max(2, Math.ceil(appCores / ONE.appCores))
  const connections = servers * CONNECTIONS_OF_A_SERVER
  const gigabytes = (accounts * yearMegabytes) / 1000
  const shares: [part: string, share: number][] = [
    ['processor', primaryCores / ONE.primaryCores],
    ['connections', connections / ONE.connections],
    ['storage', gigabytes / 1000 / ONE.terabytes],
  ]
  const [[part, share] = ['', 0]] = shares.toSorted(([, one], [, other]) => other - one)
  return [
    accounts.toLocaleString('en-US'),
    ...[reads, writes].map((value) => String(round(value))),
    String(servers),
    String(round(primaryCores)),
    String(connections),
    String(round(gigabytes)),
    `${part}, ${Math.round(share * 100)} %`,
  ]
}
