import { type BrowserContext, type Browser as Chromium, chromium, type Page } from '@playwright/test'
import { findChromium } from '#tests/needs.ts'
import type { Caller } from '../calls.ts'

/** By which factor the visitor's processor is slower than this machine's. */
export const SLOWER = 4

/** Milliseconds after which deferred requests have been sent. */
const LATER = 2000

export interface Visit {
  page: Page
  close(): Promise<void>
}

export const launch = (): Promise<Chromium> =>
  chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })

/** A browser with an empty cache on a slowed-down processor. */
export async function visit(
  browser: Chromium,
  url: string,
  { cookie, slower = 1 }: { cookie?: string; slower?: number },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url })
  if (cookie) await signIn(context, url, cookie)
  await context.addInitScript(watch)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return { page, close: () => context.close() }
}

async function signIn(context: BrowserContext, url: string, cookie: Caller['cookie']): Promise<void> {
  const [, name = '', value = ''] = /(daybook_session)=([^;]+)/.exec(cookie) ?? []
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Waits until all requests are done, including deferred ones. */
export async function allIsThere(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(LATER)
  await page.waitForLoadState('networkidle')
}

/** Observers are called between frames. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
      }),
  )

/** Recorded by the page, in milliseconds since the navigation. */
export interface Seen {
  /** The time when its heading was painted. */
  heading: number | undefined
  longTasks: number[]
  /** Each key press and click: when it began, and how long until the next paint. */
  events: { name: string; start: number; duration: number }[]
}

declare global {
  interface Window {
    seen: Seen
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen: Seen = { heading: undefined, longTasks: [], events: [] }
  window.seen = seen
  const lookForHeading = () => {
    // One that is there for listeners alone takes a pixel.
    if ((document.querySelector('h1')?.getBoundingClientRect().width ?? 0) > 1) {
      requestAnimationFrame(() => {
        seen.heading = performance.now()
      })
    } else requestAnimationFrame(lookForHeading)
  }
  requestAnimationFrame(lookForHeading)

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(Math.round(duration))
  }).observe({ type: 'longtask', buffered: true })
  const keep = (list: PerformanceObserverEntryList) => {
    for (const { name, startTime, duration } of list.getEntries())
      seen.events.push({ name, start: startTime, duration })
  }
  // As low as it goes: what is quicker than a frame is not told.
  const pressesAndKeys = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver(keep).observe(pressesAndKeys)
  new PerformanceObserver(keep).observe({ type: 'first-input', buffered: true })
}
