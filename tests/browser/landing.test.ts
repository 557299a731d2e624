import { expect, expectNothingMoved, test } from './fixtures.ts'

const PAGES = [
  { path: '/', title: /^Daybook · /, heading: 'Your whole business, in one good book.', says: 'One link.' },
  { path: '/pricing', title: 'Pricing · Daybook', heading: 'Pricing', says: 'Most Popular' },
]

test('what sells Daybook names nothing that it does not have', { tag: '@deep' }, async ({ page }) => {
  for (const { path } of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/receipt|on one page/i)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, title, heading, says } of PAGES) {
    test(`${path} can be read, and says what it is where its link is shared`, async ({ page, baseURL }) => {
      await page.goto(path)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByText(says).first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Inter|Source Serif/)
      const meta = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`)
      await expect(meta('description')).toHaveAttribute('content', /\w/)
      await expect(meta('og:title')).toHaveAttribute('content', title)
      await expect(meta('og:image')).toHaveAttribute('content', `${baseURL}/social-card.png`)
    })
  }
})

test.describe('on the first visit', () => {
  test.use({ firstVisit: true })

  for (const { path, title, heading } of PAGES) {
    test(`${path} is taken over by its script as it is`, { tag: '@deep' }, async ({ page }) => {
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) calls.push(request.url())
      })
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          document.querySelector('h1')?.setAttribute('data-prerendered', '')
        })
      })
      await page.goto(path)
      await expect(page.getByRole('button', { name: /Start|Get Started/ }).first()).toBeEnabled()
      await expectNothingMoved(page)
      // If hydration fails, React throws away the server's elements.
      await expect(page.getByRole('heading', { level: 1, name: heading })).toHaveAttribute(
        'data-prerendered',
        '',
      )
      await expect(page).toHaveTitle(title)
      await expect(page.locator('title, meta[name=description]')).toHaveCount(2)
      expect(calls).toEqual([])
    })
  }
})

test('a reload keeps what the landing page was told', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/clients')
  await expect(page.getByRole('heading', { level: 1, name: 'Your whole business' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeEnabled()
})

test('a freelancer who is signed in is led to the dashboard, and sees no landing page', async ({
  page,
  signIn,
}) => {
  await signIn('Ada')
  const response = await page.goto('/')
  expect(await response?.text()).not.toContain('Get Started Free')
  await expect(page).toHaveURL('/dashboard')
})

test('search engines are told where to look', { tag: '@deep' }, async ({ request, baseURL }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const { path } of PAGES) expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`)
  const picture = await request.get('/social-card.png')
  expect(picture.headers()['content-type']).toBe('image/png')
})
