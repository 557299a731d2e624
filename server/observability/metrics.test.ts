import { afterAll, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { sharedApp, startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { signInAs, Visitor } from '#tests/people.ts'

const TOKEN = 'a token for the tests alone'

async function scrape(app: Pick<TestApp, 'url'>, authorization = `Bearer ${TOKEN}`) {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization } })
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
}

let started: Promise<TestApp> | undefined
function measured(): Promise<TestApp> {
  started ??= startTestApp({ METRICS_TOKEN: TOKEN })
  return started
}
afterAll(async () => (await started)?.stop())

test('without a token there are no metrics', async () => {
  const app = await sharedApp()
  expect((await scrape(app)).status).toBe(404)
  expect((await scrape(app, 'Bearer undefined')).status).toBe(404)
})

// The first to ask: the queue counts its jobs once a minute.
test('they cover the process, the database, jobs and mails', async () => {
  const app = await measured()
  const ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
  const { id } = await ada.call(clientsApi.create, { body: { name: 'North', email: 'north@example.com' } })
  const access = await ada.call(portalAccessApi.create, { params: { id }, body: {} })
  await ada.call(portalAccessApi.mail, { params: { id, accessId: access.id } })
  const { text } = await scrape(app)
  expect(text).toMatch(/^process_cpu_seconds_total /m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(/^daybook_database_up 1$/m)
  expect(text).toMatch(/^daybook_database_connections\{state="waiting"\} 0$/m)
  expect(text).toMatch(/^daybook_jobs\{name="send-mail",state="ready"\} 1$/m)
  expect(text).toMatch(/^daybook_mails\{status="queued"\} 1$/m)
  await app.database.pool.query('delete from mails')
  expect((await scrape(app)).text).not.toContain('status="queued"')
})

test('they require the token', async () => {
  const app = await measured()
  for (const wrong of ['', TOKEN, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
    const { status, text } = await scrape(app, wrong)
    expect({ wrong, status }).toEqual({ wrong, status: 401 })
    expect(text).not.toContain('process_')
  }
  expect(await scrape(app)).toMatchObject({ status: 200, type: expect.stringContaining('text/plain') })
})

test('they label requests by route pattern, never by URL', async () => {
  const app = await measured()
  const ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
  const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  for (let count = 0; count < 3; count++) await ada.call(clientsApi.get, { params: { id } })
  await ada.try(clientsApi.get, { params: { id: 987654321 } })
  await new Visitor(app.url).try(portalApi.overview, { params: { token: '1.secret-token-of-a-link' } })
  await new Visitor(app.url).fetch('/api/no-such-address')
  const { text } = await scrape(app)
  const count = (labels: string) =>
    new RegExp(`^http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1]
  expect(count('method="GET",route="/api/clients/:id",status="200"')).toBe('3')
  expect(count('method="GET",route="/api/clients/:id",status="404"')).toBe('1')
  expect(count('method="GET",route="/api/client-portal/:token",status="404"')).toBe('1')
  expect(count('method="POST",route="/api/clients",status="201"')).toBe('2')
  for (const secret of ['secret-token', '987654321', 'no-such-address', ada.email])
    expect(text).not.toContain(secret)
})
