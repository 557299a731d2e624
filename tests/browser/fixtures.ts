import { setTimeout as wait } from 'node:timers/promises'
import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { movements } from '#tests/movements.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { type App, startApp } from './app.ts'

export { expect } from '@playwright/test'

interface Fixtures {
  /** Signs somebody new in, in this test's browser. Gives her API, too. */
  signIn(name: string): Promise<Person>
  /** Goes on in this test's browser with the session of somebody who has signed in. */
  browseAs(person: Person): Promise<void>
  /** Console errors that a test provokes on purpose. */
  expectedErrors: RegExp
  quietConsole: undefined
}

let people = 0

export const test = base.extend<Fixtures, { app: { url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  app: [({}, use) => use({ url: process.env.SHARED_APP_URL ?? '' }), { scope: 'worker' }],

  baseURL: ({ app }, use) => use(app.url),

  signIn: ({ app, browseAs }, use) =>
    use(async (name) => {
      const email = `${name.toLowerCase()}.${process.pid}.${++people}@example.com`
      const person = await signInAs(app.url, { name, email })
      await browseAs(person)
      return person
    }),

  browseAs: ({ app, context }, use) =>
    use(async (person) => {
      const value = person.cookies.get('daybook_session') ?? ''
      await context.addCookies([
        { name: 'daybook_session', value, url: app.url, httpOnly: true, sameSite: 'Lax' },
      ])
    }),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: ({}, use) => use(/401 \(Unauthorized\)/),

  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      context.on('weberror', (error) => errors.push(String(error.error())))
      await use(undefined)
      expect(errors.filter((text) => !expectedErrors.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** For tests that turn the clock: each worker starts an app for them. */
export const testWithOwnApp = test.extend<object, { ownApp: App }>({
  ownApp: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  app: [({ ownApp }, use) => use(ownApp), { scope: 'worker' }],
})

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** What a person with another eye, hand or screen would trip over: in the light, in the dark, and sideways. */
export async function expectFitForEverybody(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, { runOnly: ['color-contrast'] })).toEqual([])
}

/** The same on a wide screen and on a phone. */
export async function expectFitAtEverySize(page: Page): Promise<void> {
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size)
    await expectFitForEverybody(page)
  }
}

/** Far enough from one answer to the next for each to be painted on its own. */
const APART = 100
const MOST_AT_ONCE = 6

/** Answers come one by one, in the order in which they were asked for or the other way round, as on a bad line. */
export async function answerApart(page: Page, order: 'in turn' | 'backwards'): Promise<void> {
  let asked = 0
  page.on('framenavigated', () => {
    asked = 0
  })
  await page.route('**/api/**', async (route) => {
    const turn = asked++ % MOST_AT_ONCE
    const response = await route.fetch()
    const before = order === 'in turn' ? turn : MOST_AT_ONCE - 1 - turn
    await wait(before * APART)
    await route.fulfill({ response })
  })
}

/** Since the page was asked for, nothing that was there already has gone elsewhere by itself. */
export async function expectNothingMoved(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  expect((await page.evaluate(movements)).moved).toEqual([])
}

async function violations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  const found = await page.evaluate((given) => axe.run({ ...given, resultTypes: ['violations'] }), options)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
