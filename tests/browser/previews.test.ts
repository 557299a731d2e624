import { PDFDocument } from '@cantoo/pdf-lib'
import type { Locator, Page } from '@playwright/test'
import { previewPath } from '#features/engagement/portal-access/rules.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { png } from '#tests/images.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openBooks } from './portal-books.ts'

const SCRIPT = '<script>alert("ran")</script>'

/** Two pages, and a script that a viewer would run as soon as it is opened. */
async function hostilePdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  pdf.addPage([300, 200]).drawText('One', { x: 20, y: 20, size: 40 })
  pdf.addPage([300, 200]).drawText('Two', { x: 20, y: 20, size: 40 })
  pdf.addJavaScript('greet', 'app.alert("ran"); app.launchURL("https://evil.example/")')
  return Buffer.from(await pdf.save())
}

async function deliver(ada: Person, id: number, title: string, name: string, content: Buffer | string) {
  const deliverable = await ada.call(deliverablesApi.create, { params: { id }, body: { title } })
  await ada.fetch(`/api/projects/${id}/deliverables/${deliverable.id}/file?name=${name}`, {
    method: 'POST',
    body: typeof content === 'string' ? content : new Blob([new Uint8Array(content)]),
  })
  await ada.call(deliverablesApi.submit, { params: { id, deliverableId: deliverable.id } })
}

const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

/** The number of colors. An empty canvas has one. */
const colorsOf = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {}
    return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer())).size
  })

test('pictures and PDFs are shown where they are, and nothing in them runs', { tag: '@deep' }, async ({
  page,
  app,
  browseAs,
}) => {
  const { ada, link, projectId, clientId } = await openBooks(app.url)
  await deliver(ada, projectId, 'Logo', 'logo.png', png(64))
  await deliver(ada, projectId, 'Guide', 'guide.pdf', await hostilePdf())
  await deliver(ada, projectId, 'Icon', 'icon.svg', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)
  await deliver(ada, projectId, 'Page', 'page.png', `<!doctype html>${SCRIPT}`)
  page.on('dialog', (dialog) => expect(dialog.message()).toBeUndefined())
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      document.documentElement.dataset.violated = violatedDirective
    })
  })

  await test.step('the client sees them in the portal', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.goto(`${link}/projects/${projectId}?tab=deliverables`)
    const picture = cardOf(page, 'Logo').getByRole('img', { name: 'logo.png' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
    const guide = cardOf(page, 'Guide')
    await guide.scrollIntoViewIfNeeded()
    await expect(guide.getByText('Page 1 of 2')).toBeVisible()
    await expect.poll(() => colorsOf(guide.locator('canvas'))).toBeGreaterThan(1)
    await guide.getByRole('button', { name: 'Next page' }).press('Enter')
    await expect(guide.getByRole('img', { name: 'guide.pdf, page 2 of 2' })).toBeVisible()
    for (const title of ['Icon', 'Page']) {
      const card = cardOf(page, title)
      await expect(card.getByRole('link', { name: /^Download/ })).toBeVisible()
      await expect(card.locator('img, canvas, iframe, object, embed')).toHaveCount(0)
    }
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.dataset.violated)).toBeUndefined()
  })

  await browseAs(ada)
  await test.step('the freelancer sees them on request', async () => {
    await page.setViewportSize(SIZES.desktop)
    await page.goto(`/projects/${projectId}?tab=deliverables`)
    await expect(page.getByRole('button', { name: /^Preview of/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Preview of guide.pdf' }).click()
    await expect(page.getByRole('img', { name: 'guide.pdf, page 1 of 2' })).toBeVisible()
    await expect.poll(() => colorsOf(page.locator('canvas'))).toBeGreaterThan(1)
    expect(await page.evaluate(() => document.documentElement.dataset.violated)).toBeUndefined()
  })

  await test.step('the freelancer views the portal as the client does', async () => {
    await page.goto(previewPath(clientId, projectId))
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Harbour & Pine')
    await page.getByRole('tab', { name: 'Deliverables' }).click()
    await expect(cardOf(page, 'Logo').getByRole('button', { name: 'Approve' })).toBeDisabled()
    await expect(cardOf(page, 'Logo')).toContainText('Only your client can do this.')
    await page.getByRole('tab', { name: 'Comments' }).click()
    await expect(page.getByLabel('Add a Comment')).toBeDisabled()
    await expectAccessible(page)
  })
})
