import type { Browser, Page } from '@playwright/test'
import { allIsThere, settled, visit } from './browser.ts'

export interface Interaction {
  name: string
  /** The slowest response to a press or key, in milliseconds. */
  slowest: number
  /** The longest blocking task, in milliseconds. */
  longestTask: number
  longTasks: number
  reached: boolean
}

export const MOST_MILLISECONDS = 100

/** Interactions with a list of 50,000 entries, one after the other. */
const STEPS: [name: string, act: (page: Page) => Promise<void>][] = [
  ['scroll far down', scrollFarDown],
  ['search, letter by letter', searchFor],
  ['clear the search', (page) => page.getByRole('searchbox').fill('')],
  ['open a dialog', openDialog],
  ['choose a project', chooseProject],
  [
    'toggle',
    (page) => page.getByRole('dialog').getByRole('switch').or(page.getByRole('checkbox')).first().click(),
  ],
  [
    'type',
    (page) => page.getByRole('dialog').getByLabel('Description').pressSequentially('Homepage', { delay: 30 }),
  ],
  ['close the dialog', closeDialog],
]

export async function measureInteractions(
  browser: Browser,
  url: string,
  cookie: string,
): Promise<Interaction[]> {
  const { page, close } = await visit(browser, url, { cookie })
  const results: Interaction[] = []
  try {
    await page.goto('/time-tracking')
    await page.getByRole('list').last().waitFor()
    await allIsThere(page)
    for (const [name, act] of STEPS) {
      await page.evaluate(() => {
        window.seen.events.length = 0
        window.seen.longTasks.length = 0
      })
      await act(page)
      await page.waitForLoadState('networkidle')
      await settled(page)
      const { events, longTasks } = await page.evaluate(() => window.seen)
      const slowest = Math.round(Math.max(0, ...events.map(({ duration }) => duration)))
      const longestTask = Math.max(0, ...longTasks)
      results.push({
        name,
        slowest,
        longestTask,
        longTasks: longTasks.length,
        reached: Math.max(slowest, longestTask) <= MOST_MILLISECONDS,
      })
    }
  } finally {
    await close()
  }
  return results
}

async function scrollFarDown(page: Page): Promise<void> {
  await page.mouse.move(700, 600)
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, 1500)
    await settled(page)
  }
}

async function searchFor(page: Page): Promise<void> {
  await page.getByRole('searchbox').pressSequentially('checkout', { delay: 60 })
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log Time' }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function chooseProject(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Project' }).click()
  // Until the list is there, it has only the project that is chosen already.
  await page.getByRole('option').nth(1).waitFor()
  await page.getByRole('option').first().click()
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  const discard = page.getByRole('button', { name: /Discard/ })
  await discard
    .or(page.getByRole('button', { name: 'Log Time' }))
    .first()
    .waitFor()
  if (await discard.isVisible()) await discard.click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
