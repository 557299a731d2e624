import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type WebError,
} from '@playwright/test'
import { openDemo } from '#tests/demo.ts'
import { movements } from '#tests/movements.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { type App, startApp, startAppOnServer } from './app.ts'

export { expect } from '@playwright/test'

interface Fixtures {
  /** Signs a new freelancer in, in this test's browser. The result calls the API as that freelancer. */
  signIn(name: string): Promise<Person>
  /** Opens a demo without an account, in this test's browser. */
  openDemo(): Promise<Person>
  /** Goes on in this test's browser with the session of a freelancer who has signed in. */
  browseAs(person: Person): Promise<void>
  /**
   * True if the browser has loaded nothing of the app yet. Otherwise it may have its code and fonts from earlier
   * tests.
   */
  firstVisit: boolean
  /** Console errors that a test provokes on purpose. */
  expectedErrors: RegExp
  quietConsole: undefined
}

let people = 0

interface WorkerFixtures {
  app: { url: string }
  /** By the options they were opened with. */
  contexts: Map<string, BrowserContext>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  app: [({}, use) => use({ url: process.env.SHARED_APP_URL ?? '' }), { scope: 'worker' }],

  baseURL: ({ app }, use) => use(app.url),

  firstVisit: [false, { option: true }],

  contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>()
      await use(contexts)
      for (const context of contexts.values()) await context.close()
    },
    { scope: 'worker' },
  ],

  /** Shared by the tests of a worker, so that the app's code is loaded and compiled once; emptied of all else after each. */
  context: async (
    {
      browser,
      contexts,
      firstVisit,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      permissions,
      serviceWorkers,
    },
    use,
  ) => {
    if (firstVisit) {
      const context = await browser.newContext()
      await use(context)
      await context.close()
      return
    }
    const options = JSON.stringify({
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      permissions,
      serviceWorkers,
    })
    const context = contexts.get(options) ?? (await openSharedContext(browser))
    contexts.set(options, context)
    await use(context)
    const [, ...pages] = context.pages()
    for (const page of pages) await page.close()
    await context.setOffline(false)
    await context.setStorageState({ cookies: [], origins: [] })
  },

  signIn: ({ app, browseAs }, use) =>
    use(async (name) => {
      const email = `${name.toLowerCase()}.${process.pid}.${++people}@example.com`
      const person = await signInAs(app.url, { name, email })
      await browseAs(person)
      return person
    }),

  openDemo: ({ app, browseAs }, use) =>
    use(async () => {
      const person = await openDemo(app.url)
      await browseAs(person)
      return person
    }),

  browseAs: ({ app, context }, use) =>
    use(async (person) => {
      for (const name of ['daybook_session', 'daybook_demo']) {
        const value = person.cookies.get(name)
        if (value) await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
      }
    }),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: ({}, use) => use(/401 \(Unauthorized\)/),

  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = []
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error') errors.push(`${message.text()} at ${message.location().url}`)
      }
      const onError = (error: WebError) => errors.push(String(error.error()))
      context.on('console', onConsole)
      context.on('weberror', onError)
      await use(undefined)
      context.off('console', onConsole)
      context.off('weberror', onError)
      expect(errors.filter((text) => !expectedErrors.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** With a first page that stays, since the process of the site ends with its last page. */
async function openSharedContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto('/robots.txt')
  return context
}

const testWith = (start: () => Promise<App>) =>
  test.extend<object, { ownApp: App }>({
    ownApp: [
      // biome-ignore lint/correctness/noEmptyPattern: as above
      async ({}, use) => {
        const app = await start()
        await use(app)
        await app.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],

    app: [({ ownApp }, use) => use(ownApp), { scope: 'worker' }],
  })

/** For tests that move the clock: each worker starts an app for them. */
export const testWithOwnApp = testWith(() => startApp())

/** Reachable by others, as in a container, with nothing configured: it has no sandbox, and nobody has an account yet. */
export const testOnNewServer = testWith(() => startApp({ HOST: '0.0.0.0' }))

/** For what is walked on both databases. */
export const testOnServer = testWith(startAppOnServer)

/** Goes to another address of the app as Back and Forward do. Loading the app anew would take five times as long. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Far enough from one answer to the next for each to be painted on its own. */
const APART = 100
const MOST_AT_ONCE = 6

declare global {
  /** In a page whose answers come apart. */
  var answers: { expected: number; lastCame: number } | undefined
}

/**
 * Answers come one by one, in the order in which they were asked for or the other way round, as on a bad line. It is done
 * in the page, since with `page.route` the browser would keep no code from one page to the next.
 */
export async function answerApart(page: Page, order: 'in turn' | 'backwards'): Promise<void> {
  await page.addInitScript(
    ({ apart, mostAtOnce, order }) => {
      const ask = window.fetch
      const answers = { expected: 0, lastCame: 0 }
      globalThis.answers = answers
      let asked = 0
      window.fetch = async (...request) => {
        const turn = asked++ % mostAtOnce
        answers.expected++
        try {
          const answer = await ask(...request)
          const before = order === 'in turn' ? turn : mostAtOnce - 1 - turn
          await new Promise((resolve) => setTimeout(resolve, before * apart))
          return answer
        } finally {
          answers.expected--
          answers.lastCame = performance.now()
        }
      }
    },
    { apart: APART, mostAtOnce: MOST_AT_ONCE, order },
  )
}

/** Chooses the first option that a search finds. Until it is found, the list is about to change under the press. */
export async function chooseFound(field: Locator, search: string, option: RegExp): Promise<void> {
  await field.fill(search)
  const first = field.page().getByRole('option').first()
  await expect(first).toHaveAccessibleName(option)
  await first.click()
}

/** Keeps a part of the code back; gives how to let it go. */
export function holdBack(page: Page, part: string): Promise<() => void> {
  return holdRequests(page, `**/assets/${part}-*.js`)
}

/** Keeps requests back; gives how to let them go. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** Since the page was asked for, nothing that was there already has gone elsewhere by itself. */
export async function expectNothingMoved(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  // Idle is what the network is after half a second, too.
  const areAnswered = () => {
    const { answers } = globalThis
    return !answers || (answers.expected === 0 && performance.now() - answers.lastCame > 500)
  }
  await page.waitForFunction(areAnswered, undefined, { polling: 100 })
  expect((await page.evaluate(movements)).moved).toEqual([])
}
