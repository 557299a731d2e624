import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Person, signInAs } from '#tests/people.ts'
import { type App, startApp } from './app.ts'

export { expect } from '@playwright/test'

interface Fixtures {
  /** Signs somebody new in, in this test's browser. Gives her API, too. */
  signIn(name: string): Promise<Person>
  /** Console errors that a test provokes on purpose. */
  expectedErrors: RegExp
  quietConsole: undefined
}

let people = 0

export const test = base.extend<Fixtures, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ app }, use) => use(app.url),

  signIn: async ({ app, context }, use) => {
    await use(async (name) => {
      const email = `${name.toLowerCase()}.${process.pid}.${++people}@example.com`
      const person = await signInAs(app.url, { name, email })
      const value = person.cookies.get('daybook_session') ?? ''
      await context.addCookies([
        { name: 'daybook_session', value, url: app.url, httpOnly: true, sameSite: 'Lax' },
      ])
      return person
    })
    await app.setClock(null)
  },

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

/** What a person with another eye, hand or screen would trip over. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
