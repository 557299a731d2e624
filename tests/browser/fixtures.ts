import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Person, signInAs } from '#tests/people.ts'
import { freePort } from '#tests/ports.ts'

export { expect } from '@playwright/test'

interface App {
  url: string
  setClock(instant: string | null): Promise<void>
}

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
      const { child, url, directory } = await startApp()
      await use({
        url,
        setClock: async (instant) => {
          child.send(instant as string)
          await once(child, 'message')
        },
      })
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(directory, { recursive: true, force: true })
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

async function startApp(): Promise<{ child: ChildProcess; url: string; directory: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'daybook-browser-'))
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIRECTORY: directory,
      LOG_LEVEL: 'error',
      SIGN_IN_LIMIT: '1000000',
    },
  })
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (message !== 'ready') throw new Error('the app did not start')
  return { child, url: `http://localhost:${port}`, directory }
}

/** What a person with another eye, hand or screen would trip over. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
