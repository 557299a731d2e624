import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { startTestApp, type TestApp } from '#tests/app.ts'
import { runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { checkoutOf, entitlementOf } from '#tests/payments.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { stripeApi, subscriptionApi } from './contract.ts'

const DAY = 86_400_000

describe('with PLANS=off', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ PLANS: 'off', ADMIN_EMAILS: 'root@example.com' })
  })
  afterAll(() => app.stop())

  const signIn = (name: string) => signInAs(app.url, { name, email: `${name.toLowerCase()}@example.com` })

  test('every account has everything, without a trial and without end', async () => {
    const ada = await signIn('Ada')
    const everything = {
      plan: {
        id: 'professional',
        price_monthly: 0,
        max_clients: -1,
        max_projects: -1,
        max_invoices_per_month: -1,
        advanced_reports: true,
      },
      subscription: { status: 'active', trial_ends_at: null, current_period_end: null },
      isTrialExpiring: false,
      daysLeftInTrial: 0,
      next_plan: null,
      billing_starts_at: null,
    }
    expect(await entitlementOf(ada)).toMatchObject(everything)
    app.clock.set(new Date(Date.now() + 20 * DAY))
    const later = await signIn('Ada')
    expect(await entitlementOf(later)).toMatchObject(everything)
    for (const name of ['North', 'South', 'East', 'West'])
      await later.call(clientsApi.create, { body: { name } })
    await later.call(reportsApi.get)
    expect(await later.call(subscriptionApi.usage)).toMatchObject({ clientsCount: 4 })
    app.clock.reset()
  })

  test('nothing is for sale, and the calls about plans say so', async () => {
    const grace = await signIn('Grace')
    expect(await new Visitor(app.url).call(subscriptionApi.plans)).toEqual([])
    const refused = await grace.try(subscriptionApi.checkout, { body: checkoutOf(grace, 'starter') })
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: 'This Daybook sells no plans: every account has everything.',
        code: 'setup_required',
        setupRequired: true,
      },
    })
    expect(await grace.call(subscriptionApi.refresh, { body: {} })).toMatchObject({
      purchase: 'none',
      plan: { id: 'professional' },
    })
  })

  test('nobody is reminded of the end of a trial', async () => {
    const ida = await signIn('Ida')
    app.clock.set(new Date(Date.now() + 13 * DAY))
    await runScheduledJobs(app)
    await runJobs(app)
    const { rows } = await app.database.pool.query('select subject from mails where to_address = $1', [
      ida.email,
    ])
    expect(rows).toEqual([])
    app.clock.reset()
  })

  test('an admin is still one, and nobody else is', async () => {
    expect(await entitlementOf(await signIn('Root'))).toMatchObject({ plan: { id: 'admin' } })
    expect(await entitlementOf(await signIn('Mara'))).toMatchObject({ plan: { id: 'professional' } })
    expect(await (await signIn('Mara')).call(stripeApi.setupCheck)).toMatchObject({ keys_configured: true })
  })
})
