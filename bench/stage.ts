import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { findCaller } from '#features/foundation/account/jobs.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import type { RunningServer } from '#server/assembly.ts'
import { readSettings } from '#server/config/settings.ts'
import { type Context, contextFor } from '#server/context.ts'
import { createLog } from '#server/observability/logging.ts'
import { startServer } from '#server/start.ts'
import { addYear } from '#tests/demo.ts'
import { firstOf } from '#tests/lists.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { freePort } from '#tests/ports.ts'
import { addTimeToBill, copyAccount, type Size, scaleBooks } from './books.ts'
import type { Caller } from './calls.ts'
import type { Place } from './places.ts'

/** The number of concurrent callers when throughput is measured. */
export const CALLERS = 16

export interface Scale {
  name: string
  accounts: number
  /** The size of the first account; by default a year of books. */
  size?: Size
}

export const LARGE: Scale = {
  name: 'large account',
  accounts: 1,
  size: { projects: 500, clients: 150, timeEntries: 50_000, invoices: 5_000, expenses: 10_000 },
}

/** Fills an empty place through the app and returns the callers, spread over the accounts. */
export function fill(place: Place, { accounts, size }: Scale): Promise<Caller[]> {
  return withApp(place, async ({ url, server }) => {
    const ada = await signInAs(url, { name: 'Ada', email: 'ada@example.com' })
    const { id } = await ada.call(accountApi.me)
    await addYear(await systemContext(server, id))
    const callers = await callersOf(ada)
    const { pool } = server.database
    const others = await copyAccount(pool, id, accounts - 1)
    if (size) await scaleBooks(pool, id, size)
    const first = firstOf(callers)
    if (size) first.timeToBill = await addTimeToBill(pool, id, first.projectId)
    await pool.query('vacuum (analyze)')
    return callers.map((caller, place) => movedTo([id, ...others][place % accounts], caller))
  })
}

/** More accounts with the same year. */
export function addAccounts(place: Place, count: number): Promise<void> {
  return withApp(place, async ({ server }) => {
    const { pool } = server.database
    const { rows } = await pool.query<{ id: string }>('select min(id) as id from accounts')
    await copyAccount(pool, Number(rows[0]?.id), count)
    await pool.query('vacuum (analyze)')
  })
}

interface App {
  url: string
  server: RunningServer
}

async function systemContext(
  { database: { db }, services }: RunningServer,
  account: number,
): Promise<Context> {
  const log = createLog({ logLevel: 'silent' })
  const base = { db, services, log, now: new Date(), address: null }
  const caller = await findCaller(base, account)
  if (!caller) throw new Error('The account was not found.')
  return contextFor(caller, base)
}

/** In this process, without jobs. */
async function withApp<Result>(place: Place, work: (app: App) => Promise<Result>): Promise<Result> {
  const port = await freePort()
  const settings = readSettings({
    PORT: String(port),
    DATA_DIRECTORY: place.dataDirectory,
    DATABASE_URL: place.databaseUrl,
    LOG_LEVEL: 'warn',
  })
  const server = await startServer(settings, {
    log: createLog(settings),
    pages: 'none',
    runJobs: 'when told',
  })
  try {
    return await work({ url: `http://localhost:${port}`, server })
  } finally {
    await server.stop()
  }
}

/** Each with its own draft. */
async function callersOf(ada: Person): Promise<Caller[]> {
  const { currency: home } = await ada.call(accountApi.me)
  const client = firstOf(await ada.call(clientsApi.list))
  const active = await ada.call(projectsApi.list, { query: { status: 'active' } })
  const project = firstOf(active.filter(({ currency }) => currency === home))
  const portal = await findPortal(ada)
  return Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const invoice = await ada.call(invoicesApi.create, {
        body: {
          client_id: client.id,
          issue_date: '2026-01-15',
          items: [
            { description: 'Design', quantity: 2, rate: 95 },
            { description: 'Build', quantity: 10, rate: 80 },
            { description: 'Hosting', quantity: 1, rate: 120 },
          ],
        },
      })
      return {
        cookie: ada.cookies.header(),
        ...portal,
        projectId: project.id,
        clientId: project.client_id ?? client.id,
        timeToBill: [],
        invoiceId: invoice.id,
        itemId: firstOf(invoice.items).id,
      }
    }),
  )
}

/** The client who has a link, and that client's largest project. */
async function findPortal(ada: Person): Promise<Pick<Caller, 'portalToken' | 'portalProjectId'>> {
  for (const { id } of await ada.call(clientsApi.list)) {
    const [access] = await ada.call(portalAccessApi.list, { params: { id } })
    if (!access?.url) continue
    const visitor = new PortalVisitor(ada.url, tokenOf(access.url))
    const projects = await visitor.call(portalApi.projects)
    const [busiest] = projects.toSorted((one, other) => other.deliverables_total - one.deliverables_total)
    if (busiest) return { portalToken: visitor.token, portalProjectId: busiest.id }
  }
  throw new Error('No client has a portal link.')
}

/** A copied account has the same sessions, links and ids; only the account number, with which keys start, differs. */
function movedTo(account: number | undefined, caller: Caller): Caller {
  return {
    ...caller,
    cookie: caller.cookie.replace(/(session=)\d+/, `$1${account}`),
    portalToken: caller.portalToken.replace(/^\d+/, String(account)),
  }
}
