import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { retryJobs, runScheduledJobs } from '#tests/jobs.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { currenciesApi } from './contract.ts'

let answer: { status: number; body: string }
const bank = createServer((_, response) => response.writeHead(answer.status).end(answer.body))
let app: TestApp

const published = (day: string, usd: number) => ({
  status: 200,
  body: `<Cube><Cube time='${day}'><Cube currency='USD' rate='${usd}'/><Cube currency='JPY' rate='160'/></Cube></Cube>`,
})

beforeAll(async () => {
  await new Promise<void>((resolve) => bank.listen(0, 'localhost', resolve))
  const { port } = bank.address() as AddressInfo
  app = await startTestApp({ EXCHANGE_RATES_URL: `http://localhost:${port}/daily.xml`, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await app.stop()
  bank.close()
})
beforeEach(async () => {
  app.clock.set('2026-11-16T17:00:00Z')
  await app.database.pool.query('delete from reference_rates')
})

const signIn = () => signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
const proposed = (person: Person, currency: string) =>
  person.call(currenciesApi.proposedRate, { params: { currency } })
const spend = (person: Person, currency: string, exchange_rate?: number) =>
  person.try(expensesApi.create, {
    body: {
      description: 'Train',
      amount: 100,
      category: 'Travel',
      date: '2026-11-16',
      currency,
      ...(exchange_rate && { exchange_rate }),
    },
  })

describe('an exchange rate', () => {
  test('is proposed from the reference rates of the day', async () => {
    const ada = await signIn()
    expect(await proposed(ada, 'EUR')).toMatchObject({ exchange_rate: null, reference_day: null })
    expect((await spend(ada, 'EUR')).status).toBe(400)

    answer = published('2026-11-16', 1.08)
    await runScheduledJobs(app)
    expect(await proposed(ada, 'EUR')).toEqual({
      currency: 'EUR',
      home_currency: 'USD',
      exchange_rate: 1.08,
      used_at: null,
      reference_day: '2026-11-16',
    })
    expect(await proposed(ada, 'JPY')).toMatchObject({ exchange_rate: 0.00675 })
    expect(await proposed(ada, 'USD')).toMatchObject({ exchange_rate: null })
    expect((await spend(ada, 'EUR')).body).toMatchObject({ exchange_rate: 1.08, home_amount: 108 })
  })

  test('that was used on the same day comes first, and one of an earlier day last', async () => {
    const ada = await signIn()
    answer = published('2026-11-16', 1.08)
    await runScheduledJobs(app)
    await spend(ada, 'EUR', 1.1)
    expect(await proposed(ada, 'EUR')).toMatchObject({
      exchange_rate: 1.1,
      used_at: '2026-11-16T17:00:00.000Z',
      reference_day: null,
    })
    app.clock.set('2026-11-17T09:00:00Z')
    expect(await proposed(ada, 'EUR')).toMatchObject({ exchange_rate: 1.08, reference_day: '2026-11-16' })
    app.clock.set('2026-11-30T09:00:00Z')
    expect(await proposed(ada, 'EUR')).toMatchObject({ exchange_rate: 1.1, reference_day: null })
  })

  test('survives a bank that fails, and is read again', async () => {
    const ada = await signIn()
    answer = published('2026-11-13', 1.05)
    await runScheduledJobs(app)
    answer = { status: 503, body: 'Maintenance' }
    await runScheduledJobs(app)
    answer = { status: 200, body: '<html>Welcome</html>' }
    await retryJobs(app)
    expect(await proposed(ada, 'EUR')).toMatchObject({ exchange_rate: 1.05 })
    answer = published('2026-11-16', 1.07)
    await retryJobs(app)
    expect(await proposed(ada, 'EUR')).toMatchObject({ exchange_rate: 1.07 })
    answer = published('2026-11-12', 1.01)
    await runScheduledJobs(app)
    expect(await proposed(ada, 'EUR')).toMatchObject({ exchange_rate: 1.07, reference_day: '2026-11-16' })
  })
})
