import { z } from 'zod'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { png } from '#tests/images.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { chooseFound, expect, test } from './fixtures.ts'

const WebManifest = z.object({
  name: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.string(),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string().optional() }),
  ),
})

const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported module/

test.use({ firstVisit: true, expectedErrors: OFFLINE })

test('without a connection the frame stays around a screen that was not loaded, and opens it later', {
  tag: '@deep',
}, async ({ page, context, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start the timer' }).first()).toBeVisible()
  await context.setOffline(true)
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start the timer' }).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients')
  await expect(page.getByText('Studio North').first()).toBeVisible()
})

test.describe('the installed app', () => {
  // Calls that are repeated when the connection is back may be answered after the sign-out.
  const REFUSED = /401 \(Unauthorized\)/
  test.use({ serviceWorkers: 'allow', expectedErrors: new RegExp(`${OFFLINE.source}|${REFUSED.source}`) })

  test('has what Chromium asks for to install it, and every icon is as large as it says', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    const session = await page.context().newCDPSession(page)
    const { data, errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { icons, ...manifest } = WebManifest.parse(JSON.parse(data ?? ''))
    expect(manifest).toEqual({ name: 'Daybook', start_url: '/dashboard', scope: '/', display: 'standalone' })
    expect(icons.map(({ sizes, purpose = 'any' }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ])
    for (const { src, sizes, type } of icons) {
      const answer = await request.get(src)
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type])
      const png = await answer.body()
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  test('opens without a connection with what it last knew, until somebody signs out', async ({
    page,
    context,
    signIn,
  }) => {
    const ada = await signIn('Ada')
    await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    await page.goto('/clients')
    await expect(page.getByText('Studio North').first()).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(keptResponses)).toContain('clients')
    await expect.poll(() => page.evaluate(keptResponses)).toContain('user')

    await context.setOffline(true)
    await page.goto('/clients')
    await expect(page.getByText('Studio North').first()).toBeVisible()
    const connection = page.getByRole('status', { name: 'Connection' })
    await expect(connection).toHaveText(/^You are offline. This is what Daybook last knew, from .+\.$/)
    await expectAccessibleAtEverySize(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await context.setOffline(false)
    await expect(connection).toHaveText('')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(() => page.evaluate(keptResponses)).toEqual([])
  })
})

test('time that is logged without a connection is sent once, when it is back', async ({
  page,
  context,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await ada.call(projectsApi.create, { body: { name: 'Website', client_id: client.id } })
  await page.goto('/time-tracking?new')
  const dialog = page.getByRole('dialog', { name: 'Log Time' })
  await chooseFound(dialog.getByRole('combobox', { name: 'Project' }), 'Web', /Website/)
  await dialog.getByLabel('Hours').fill('1.5')

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/time-entries')
      sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Log Time' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText(
    '1 time entry waits for the connection.',
  )
  expect((await ada.call(timeEntriesApi.list)).length).toBe(0)

  await context.setOffline(false)
  await expect(page.getByText('1.5 h on Website was saved').first()).toBeVisible()
  expect(sent).toHaveLength(1)
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('')
  expect((await ada.call(timeEntriesApi.list)).map(({ hours }) => hours)).toEqual([1.5])
})

test('a receipt that is added without a connection is sent once, also if the tab was closed', {
  tag: '@deep',
}, async ({ page, context, signIn }) => {
  const ada = await signIn('Ada')
  await page.goto('/expenses?new')
  const dialog = page.getByRole('dialog', { name: 'Add Expense' })
  await dialog.getByLabel('Description').fill('Taxi')
  await dialog.getByLabel('Amount').fill('12.50')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Travel' }).click()
  await context.setOffline(true)
  const photo = { name: 'taxi.png', mimeType: 'image/png', buffer: png(300) }
  await dialog.getByRole('button', { name: /^Receipts/ }).setInputFiles([photo])
  await expect(dialog.getByText('taxi.png')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Expense' }).click()
  await expect(dialog).toBeHidden()
  const waiting = page.getByRole('region', { name: 'Waiting for the connection' })
  await expect(waiting).toContainText('$12.50 for TaxiWaits for the connection, with 1 receipt')
  await expectAccessibleAtEverySize(page)
  await page.close()
  expect(await ada.call(expensesApi.list)).toEqual([])

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/expenses')
  await expect(next.getByRole('button', { name: '1 receipt of Taxi' })).toBeVisible()
  const expenses = await ada.call(expensesApi.list)
  expect(expenses).toMatchObject([{ description: 'Taxi', receipt_count: 1 }])
  const params = { id: expenses[0]?.id ?? 0 }
  expect(await ada.call(expensesApi.receipts, { params })).toMatchObject([
    { file: { name: 'taxi.png', type: 'image/png' }, thumbnail_url: expect.any(String) },
  ])
})

/** In the page: the first parts of the query keys of what it keeps. */
const keptResponses = () =>
  new Promise<unknown[]>((resolve, reject) => {
    const opening = indexedDB.open('daybook-last-known')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const reading = database.transaction('responses').objectStore('responses').getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        database.close()
        resolve(reading.result.map(({ query }) => query.queryKey[0]))
      }
    }
  })
