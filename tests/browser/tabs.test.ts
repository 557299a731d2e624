import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openBooks } from './portal-books.ts'

test.describe('tabs on the narrowest screen', () => {
  test.use({ viewport: { width: 320, height: 700 }, hasTouch: true })

  test('neither overlap nor widen the page, and the chosen one is in sight', { tag: '@deep' }, async ({
    page,
    app,
    browseAs,
  }) => {
    const own = await openBooks(app.url)
    await browseAs(own.ada)
    await page.goto(`/projects/${own.projectId}?tab=invoices`)
    await expect(page.getByRole('tab')).toHaveText([
      'Overview',
      'Milestones (2)',
      'Deliverables (1)',
      'Comments (2)',
      'Time',
      'Expenses',
      'Invoices (1)',
    ])
    await expectTabsFit(page)
    for (const name of ['Comments', 'Overview', 'Time']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await expectTabsFit(page)
    }
    for (const name of ['Expenses', 'Invoices', 'Overview', 'Milestones']) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await expectTabsFit(page)
    }
    for (const tab of ['overview', 'deliverables', 'comments']) {
      await page.goto(`${own.link}/projects/${own.projectId}?tab=${tab}`)
      await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(tab, 'i'))
      await expectTabsFit(page)
    }
  })
})

async function expectTabsFit(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.98 })
  const fit = await page.getByRole('tablist').evaluate((strip) => {
    const tabs = [...strip.querySelectorAll<HTMLElement>('[role=tab]')]
    const boxes = tabs.map((tab) => tab.getBoundingClientRect())
    const around = strip.getBoundingClientRect()
    const chosen = boxes[tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')]
    return {
      overlapping: boxes.filter((box, index) => index > 0 && box.left < (boxes[index - 1]?.right ?? 0))
        .length,
      spilling: tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).length,
      small: boxes.filter(({ width, height }) => width < 44 || height < 44).length,
      chosenInside: chosen && chosen.left >= around.left - 1 && chosen.right <= around.right + 1,
      wide: document.documentElement.scrollWidth > innerWidth,
      hint: strip.scrollWidth <= strip.clientWidth || strip.matches('[data-more-before], [data-more-after]'),
    }
  })
  expect(fit).toEqual({
    overlapping: 0,
    spilling: 0,
    small: 0,
    chosenInside: true,
    wide: false,
    hint: true,
  })
}
