import type { Browser, Page } from '@playwright/test'
import { movements } from '#tests/movements.ts'
import { median } from '../median.ts'
import { allIsThere, SLOWER, settled, visit } from './browser.ts'
import { type Weight, weighScripts } from './weight.ts'

interface Action {
  role: keyof typeof ELEMENTS
  /** Text of its label or content. */
  name: string
  opensDialog?: true
}

const ELEMENTS = { button: 'button', link: 'a', tab: '[role=tab]', combobox: '[role=combobox]' }

/** An address and its main action. */
export interface Route {
  name: string
  path: string
  cookie?: string
  action: Action
  mostScript: number
}

export interface Load {
  route: string
  /** Requested before the heading was painted. */
  script: Weight
  mostScript: number
  /** Requested later, in the background. */
  later: Weight
  /** Milliseconds until the heading was painted. */
  painted: number
  /** Milliseconds until the main action was pressed and had responded. */
  usable: number
  shift: number
  moved: string[]
  reached: boolean
}

const ROUNDS = 3
export const MOST_PAINTED = 2500
export const MOST_USABLE = 3000
export const MOST_SHIFT = 0.001

export async function measureLoad(browser: Browser, url: string, route: Route): Promise<Load> {
  const { script, later, shift, moved } = await loadInPeace(browser, url, route)
  const rounds: Awaited<ReturnType<typeof loadInHaste>>[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await loadInHaste(browser, url, route))
  const painted = median(rounds.map((round) => round.painted))
  const usable = median(rounds.map((round) => round.usable))
  return {
    route: route.name,
    script,
    mostScript: route.mostScript,
    later,
    painted,
    usable,
    shift,
    moved,
    reached:
      Math.max(script.gzip, script.brotli) <= route.mostScript &&
      painted <= MOST_PAINTED &&
      usable <= MOST_USABLE &&
      shift < MOST_SHIFT,
  }
}

/** Loads a page completely and returns its requests and layout shifts. */
async function loadInPeace(browser: Browser, url: string, { path, cookie }: Route) {
  const { page, close } = await visit(browser, url, { slower: SLOWER, ...(cookie && { cookie }) })
  try {
    await page.goto(path)
    await allIsThere(page)
    return { ...(await weighScripts(page)), ...(await page.evaluate(movements)) }
  } finally {
    await close()
  }
}

/** Presses the main action as soon as it is visible. */
async function loadInHaste(browser: Browser, url: string, { path, cookie, action }: Route) {
  const { page, close } = await visit(browser, url, { slower: SLOWER, ...(cookie && { cookie }) })
  try {
    // Stays on the page after "sign in", so that its recordings can be read.
    await page.route('**/api/oauth/**', (route) => route.abort())
    await page.goto(path, { waitUntil: 'commit' })
    const { x, y } = await page.evaluate(placeOf, { elements: ELEMENTS[action.role], name: action.name })
    await page.mouse.click(x, y)
    const opened = action.opensDialog ? await dialogShown(page) : 0
    await page.waitForFunction(() => window.seen.events.length > 0)
    await settled(page)
    const { heading, events } = await page.evaluate(() => window.seen)
    return {
      painted: heading ?? Number.POSITIVE_INFINITY,
      usable: Math.max(opened, ...events.map(({ start, duration }) => start + duration)),
    }
  } finally {
    await close()
  }
}

/** Runs in the page: finding the control by role would take Playwright longer than the page itself. */
function placeOf({ elements, name }: { elements: string; name: string }): Promise<{ x: number; y: number }> {
  return new Promise((resolve) => {
    const look = () => {
      for (const element of document.querySelectorAll<HTMLElement & { labels?: NodeList }>(elements)) {
        const words = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
        const { x, y, width, height } = element.getBoundingClientRect()
        const enabled = !element.matches(':disabled, [aria-disabled=true]')
        if (words?.includes(name) && width > 1 && enabled)
          return resolve({ x: x + width / 2, y: y + height / 2 })
      }
      requestAnimationFrame(look)
    }
    look()
  })
}

/** The time when a dialog was painted, whose code may have been loaded only then. */
async function dialogShown(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = (now: number) =>
          document.querySelector('[role=dialog]') ? resolve(now) : requestAnimationFrame(look)
        requestAnimationFrame(look)
      }),
  )
}
