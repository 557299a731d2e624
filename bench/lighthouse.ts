import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '#tests/needs.ts'
import { freePort } from '#tests/ports.ts'
import type { Caller } from './calls.ts'
import { startChild } from './child.ts'
import { median } from './median.ts'
import { openPlaces } from './places.ts'
import { fill, LARGE } from './stage.ts'
import { table } from './table.ts'

/** One page on Lighthouse's slow phone: medians of three loads. */
export interface LighthouseResult {
  page: string
  /** Out of 100. */
  performance: number
  goal: number
  /** Milliseconds until the largest part was painted. */
  painted: number
  /** Milliseconds in which the page could not respond. */
  blocked: number
  /** Seconds of processor time for script. */
  script: number
  /** Bytes over the network. */
  bytes: number
}

const LOADS = 3
const MOST_BLOCKED = 300

interface Page {
  name: string
  path: string
  goal: number
  cookie?: string
}

export async function measureLighthouse(
  report: (line: string) => void,
  isSelected: (words: string) => boolean,
): Promise<LighthouseResult[]> {
  const places = await openPlaces('server')
  try {
    report('lighthouse: filling the books')
    const place = await places.empty()
    const [caller] = await fill(place, LARGE)
    if (!caller) throw new Error('nobody calls')
    const app = await startChild('web/serve-pages.ts', place)
    try {
      const results: LighthouseResult[] = []
      for (const page of pagesFor(caller).filter(({ name }) => isSelected(name))) {
        report(`lighthouse: ${page.name}`)
        results.push(await measurePage(`http://localhost:${app.port}`, page))
      }
      return results
    } finally {
      await app.stop()
    }
  } finally {
    await places.close()
  }
}

const pagesFor = ({ cookie, portalToken }: Caller): Page[] => [
  { name: 'landing', path: '/', goal: 98 },
  { name: 'pricing', path: '/pricing', goal: 98 },
  { name: 'portal', path: `/client-portal/${portalToken}`, goal: 90 },
  { name: 'dashboard', path: '/dashboard', goal: 80, cookie },
  { name: 'invoices', path: '/invoices', goal: 80, cookie },
  { name: 'time', path: '/time-tracking', goal: 80, cookie },
  { name: 'reports', path: '/reports?timeRange=lastyear', goal: 80, cookie },
]

async function measurePage(url: string, { name, path, goal, cookie }: Page): Promise<LighthouseResult> {
  const loads: Load[] = []
  for (let load = 0; load < LOADS; load += 1) loads.push(await loadOnce(url + path, cookie))
  const middle = (of: keyof Load) => median(loads.map((load) => load[of]))
  return {
    page: name,
    performance: middle('performance'),
    goal,
    painted: middle('painted'),
    blocked: middle('blocked'),
    script: middle('script'),
    bytes: middle('bytes'),
  }
}

type Load = Omit<LighthouseResult, 'page' | 'goal'>

/** In a browser that was never there. */
async function loadOnce(url: string, cookie: string | undefined): Promise<Load> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance'],
      ...(cookie && { extraHeaders: { cookie } }),
    })
    if (!result) throw new Error(`Lighthouse has no result for ${url}`)
    const { audits, categories, runtimeError } = result.lhr
    if (runtimeError) throw new Error(runtimeError.message)
    const figure = (audit: string) => Math.round(audits[audit]?.numericValue ?? Number.NaN)
    return {
      performance: Math.round((categories.performance?.score ?? 0) * 100),
      painted: figure('largest-contentful-paint'),
      blocked: figure('total-blocking-time'),
      script: figure('bootup-time') / 1000,
      bytes: figure('total-byte-weight'),
    }
  } finally {
    await browser.close()
  }
}

export const missedLighthouse = (results: LighthouseResult[]): string[] =>
  results.flatMap(({ page, performance, goal, blocked }) => [
    ...(performance < goal ? [`${page}: performance ${performance}, goal ${goal}`] : []),
    ...(blocked > MOST_BLOCKED ? [`${page}: blocked for ${blocked} ms, goal ${MOST_BLOCKED} ms`] : []),
  ])

export const lighthouseTable = (results: LighthouseResult[]): string =>
  table(
    ['page', 'performance', 'goal', 'largest paint', 'blocked', 'script', 'bytes'],
    results.map(({ page, performance, goal, painted, blocked, script, bytes }) => [
      page,
      String(performance),
      String(goal),
      `${painted} ms`,
      `${blocked} ms`,
      `${script.toFixed(1)} s`,
      `${Math.round(bytes / 1000)} kB`,
    ]),
  )
