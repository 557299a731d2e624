import { formatInstant, formatInstantLongDate } from '#core/format.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { png } from '#tests/images.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { expect, expectNothingMoved, test } from './fixtures.ts'
import { openBooks } from './portal-books.ts'

const FAR_FROM_UTC = 'Pacific/Kiritimati'

test.use({ firstVisit: true, timezoneId: FAR_FROM_UTC })

/** As its reader sees an instant, fourteen hours ahead of UTC. */
const there = (instant: string) => new Date(Date.parse(instant) + 14 * 3_600_000)

test('a rendered page is taken over by its script as it is, which makes each call once', async ({
  page,
  app,
}) => {
  const { ada, link, clientId, projectId, invoiceId } = await openBooks(app.url)
  await ada.fetch('/api/business/logo', { method: 'PUT', body: new Blob([new Uint8Array(png(80))]) })
  const visitor = new PortalVisitor(app.url, tokenOf(link))
  const prefetch = { headers: { 'sec-purpose': 'prefetch' } }
  const { access } = await visitor.call(portalApi.overview, prefetch)
  const { comments } = await visitor.call(portalApi.project, { params: { projectId }, ...prefetch })
  const lastSeen = async () => {
    const links = await ada.call(portalAccessApi.list, { params: { id: clientId } })
    return links.find(({ url }) => url === link)?.last_seen_at
  }
  expect(await lastSeen()).toBeNull()

  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      for (const part of document.querySelectorAll('h1, [role="tabpanel"] li')) {
        part.setAttribute('data-rendered', '')
      }
    })
  })
  const calls: string[] = []
  page.on('request', (request) => {
    const [, call] = request.url().split(`/api/client-portal/${visitor.token}`)
    if (call !== undefined && request.resourceType() === 'fetch') calls.push(call)
  })
  const shown = [
    {
      path: '',
      heading: 'Welcome, Harbour & Pine',
      makes: ['', '/invoices', '/projects'],
      time: formatInstantLongDate(there(access.expires_at)),
    },
    {
      path: `/projects/${projectId}?tab=comments`,
      heading: 'New checkout',
      makes: ['', `/projects/${projectId}`],
      time: formatInstant(there(comments[0]?.created_at ?? '')),
    },
    {
      path: `/projects/${projectId}?tab=deliverables`,
      heading: 'New checkout',
      makes: ['', `/projects/${projectId}`],
      time: undefined,
    },
    {
      path: `/invoices/${invoiceId}`,
      heading: /^Invoice #/,
      makes: ['', `/invoices/${invoiceId}`],
      time: undefined,
    },
  ]
  for (const { path, heading, makes, time } of shown) {
    calls.length = 0
    await page.goto(link + path)
    await expect(page.getByRole('button', { name: 'Your details' })).toBeEnabled()
    // If hydration fails, React throws away the server's elements.
    await expect(page.getByRole('heading', { level: 1, name: heading })).toHaveAttribute('data-rendered', '')
    // A tab whose code is not part of the screen is checked as well.
    for (const item of await page.locator('[role="tabpanel"] li').all())
      await expect(item).toHaveAttribute('data-rendered', '')
    if (time) await expect(page.getByText(time.replaceAll('\u202f', ' ')).first()).toBeVisible()
    await expectNothingMoved(page)
    expect(calls.sort()).toEqual(makes)
  }
  expect(await lastSeen()).toEqual(expect.any(String))
})
