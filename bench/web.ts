import type { Caller } from './calls.ts'
import { startChild } from './child.ts'
import { openPlaces } from './places.ts'
import { fill, LARGE } from './stage.ts'
import { table } from './table.ts'
import { launch, SLOWER } from './web/browser.ts'
import { type Interaction, MOST_MILLISECONDS, measureInteractions } from './web/interactions.ts'
import { type Load, MOST_PAINTED, MOST_SHIFT, MOST_USABLE, measureLoad, type Route } from './web/loads.ts'

/** Pages in a browser: each route on a slowed-down processor, and a list of 50,000 entries at full speed. */
export interface WebResults {
  loads: Load[]
  interactions: Interaction[]
}

const FIRST_PAGE_SCRIPT = 150_000
const PORTAL_SCRIPT = 220_000
const SCREEN_SCRIPT = 300_000

export async function measureWeb(
  report: (line: string) => void,
  isSelected: (words: string) => boolean = () => true,
): Promise<WebResults> {
  const places = await openPlaces('embedded')
  const browser = await launch()
  try {
    report('web: filling the books')
    const place = await places.empty()
    const [caller] = await fill(place, LARGE)
    if (!caller) throw new Error('nobody calls')
    const app = await startChild('web/serve-pages.ts', place)
    try {
      const url = `http://localhost:${app.port}`
      const results: WebResults = { loads: [], interactions: [] }
      for (const route of routesFor(caller, await portalInvoiceOf(url, caller))) {
        if (!isSelected(route.name)) continue
        report(`web: ${route.name}`)
        results.loads.push(await measureLoad(browser, url, route))
      }
      if (isSelected('interactions')) {
        report('web: interactions')
        results.interactions = await measureInteractions(browser, url, caller.cookie)
      }
      return results
    } finally {
      await app.stop()
    }
  } finally {
    await browser.close()
    await places.close()
  }
}

function routesFor({ cookie, projectId, portalToken, portalProjectId }: Caller, invoiceId: number): Route[] {
  const freelancer = { cookie, mostScript: SCREEN_SCRIPT }
  const client = { mostScript: PORTAL_SCRIPT }
  const portal = `/client-portal/${portalToken}`
  return [
    {
      name: 'landing',
      path: '/',
      action: { role: 'button', name: 'Get Started Free' },
      mostScript: FIRST_PAGE_SCRIPT,
    },
    {
      name: 'pricing',
      path: '/pricing',
      action: { role: 'button', name: 'Start Free Trial' },
      mostScript: FIRST_PAGE_SCRIPT,
    },
    { name: 'dashboard', path: '/dashboard', action: { role: 'link', name: 'Add Client' }, ...freelancer },
    {
      name: 'clients',
      path: '/clients',
      action: { role: 'button', name: 'Add Client', opensDialog: true },
      ...freelancer,
    },
    {
      name: 'projects',
      path: '/projects',
      action: { role: 'button', name: 'New Project', opensDialog: true },
      ...freelancer,
    },
    {
      name: 'project',
      path: `/projects/${projectId}`,
      action: { role: 'tab', name: 'Milestones' },
      ...freelancer,
    },
    {
      name: 'time tracking',
      path: '/time-tracking',
      action: { role: 'button', name: 'Log Time', opensDialog: true },
      ...freelancer,
    },
    {
      name: 'invoices',
      path: '/invoices',
      action: { role: 'button', name: 'Create Invoice', opensDialog: true },
      ...freelancer,
    },
    {
      name: 'expenses',
      path: '/expenses',
      action: { role: 'button', name: 'Add Expense', opensDialog: true },
      ...freelancer,
    },
    {
      name: 'reports',
      path: '/reports',
      action: { role: 'combobox', name: 'Time range' },
      cookie,
      mostScript: SCREEN_SCRIPT,
    },
    { name: 'account', path: '/account', action: { role: 'combobox', name: 'Time zone' }, ...freelancer },
    {
      name: 'subscription',
      path: '/subscription/manage',
      action: { role: 'link', name: 'Dashboard' },
      ...freelancer,
    },
    { name: 'portal', path: portal, action: { role: 'tab', name: 'Invoices' }, ...client },
    {
      name: 'portal project',
      path: `${portal}/projects/${portalProjectId}`,
      action: { role: 'tab', name: 'Deliverables' },
      ...client,
    },
    {
      name: 'portal invoice',
      path: `${portal}/invoices/${invoiceId}`,
      action: { role: 'link', name: 'Back to portal' },
      ...client,
    },
  ]
}

async function portalInvoiceOf(url: string, { portalToken }: Caller): Promise<number> {
  const response = await fetch(`${url}/api/client-portal/${portalToken}/invoices?limit=1`)
  const [invoice] = (await response.json()) as { id: number }[]
  if (!invoice) throw new Error('The client has no invoice.')
  return invoice.id
}

export const missedPages = ({ loads, interactions }: WebResults): string[] => [
  ...loads.flatMap(missedByPage),
  ...interactions
    .filter(({ reached }) => !reached)
    .map(
      ({ name, slowest, longestTask }) =>
        `${name} takes ${milliseconds(Math.max(slowest, longestTask))}, goal ${MOST_MILLISECONDS} ms`,
    ),
]

function missedByPage({ route, script, mostScript, painted, usable, shift }: Load): string[] {
  const weight = Math.max(script.gzip, script.brotli)
  return [
    ...(weight > mostScript
      ? [`${route}: ${kilobytes(weight)} of script, goal ${kilobytes(mostScript)}`]
      : []),
    ...(painted > MOST_PAINTED
      ? [`${route}: painted after ${milliseconds(painted)}, goal ${MOST_PAINTED} ms`]
      : []),
    ...(usable > MOST_USABLE
      ? [`${route}: usable after ${milliseconds(usable)}, goal ${MOST_USABLE} ms`]
      : []),
    ...(shift >= MOST_SHIFT ? [`${route}: shifts by ${shift.toFixed(3)}, goal ${MOST_SHIFT}`] : []),
  ]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
const milliseconds = (value: number) => `${Math.round(value)} ms`

export function webTable({ loads, interactions }: WebResults): string {
  const mark = (reached: boolean) => (reached ? 'yes' : 'NO')
  const routes = table(
    ['route', 'brotli', 'gzip', 'most', 'later', 'painted', 'usable', 'shift', 'reached'],
    loads.map(({ route, script, mostScript, later, painted, usable, shift, reached }) => [
      route,
      kilobytes(script.brotli),
      kilobytes(script.gzip),
      kilobytes(mostScript),
      kilobytes(later.gzip),
      milliseconds(painted),
      milliseconds(usable),
      shift.toFixed(3),
      mark(reached),
    ]),
  )
  const steps = table(
    ['on 50,000 entries', 'slowest answer', 'longest task', 'long tasks', 'reached'],
    interactions.map(({ name, slowest, longestTask, longTasks, reached }) => [
      name,
      milliseconds(slowest),
      milliseconds(longestTask),
      String(longTasks),
      mark(reached),
    ]),
  )
  return `Script is what was asked for until the heading was there, later what came while nobody waits. On a processor
slowed down ${SLOWER} times, nothing in its cache: at most ${MOST_PAINTED} ms until the heading is painted, ${MOST_USABLE} ms until the main
action was pressed and answered, a shift of ${MOST_SHIFT}.

${routes}

On this processor, at most ${MOST_MILLISECONDS} ms:

${steps}`
}
