import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { cards } from '#sandbox/payments/test-shop.ts'
import { runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { entitlementOf, periodEndOf, type SellingApp, startSellingApp, trialEndOf } from '#tests/payments.ts'
import type { Person } from '#tests/people.ts'
import { subscriptionApi } from './contract.ts'

const DAY = 86_400_000

describe('mail and repair', () => {
  let at: SellingApp
  beforeAll(async () => {
    at = await startSellingApp()
  })
  afterAll(() => at.stop())

  const mailsTo = async ({ email }: Person): Promise<string[]> => {
    await runJobs(at.app)
    const { rows } = await at.query('select subject, status from mails where to_address = $1 order by id', [
      email,
    ])
    expect(rows.every(({ status }) => status === 'sent')).toBe(true)
    return rows.map(({ subject }) => subject)
  }

  test('a notice is sent once, three days before a trial ends', async () => {
    const ada = await at.signIn('Ada')
    const ends = await trialEndOf(ada)
    at.app.clock.set(new Date(ends.getTime() - 3 * DAY - 1000))
    await runScheduledJobs(at.app)
    expect(await mailsTo(ada)).toEqual([])
    at.app.clock.set(new Date(ends.getTime() - 3 * DAY))
    await runScheduledJobs(at.app)
    await runScheduledJobs(at.app)
    expect(await mailsTo(ada)).toEqual([
      expect.stringMatching(/^Your Professional trial ends on \w+ \d+, \d+$/),
    ])
    at.app.clock.reset()
  })

  test('admins get no notice about the end of a trial', async () => {
    const root = await at.signInAdmin()
    const ends = await trialEndOf(root)
    at.app.clock.set(new Date(ends.getTime() - DAY))
    await runScheduledJobs(at.app)
    expect(await mailsTo(root)).toEqual([])
    at.app.clock.reset()
  })

  test('what no event reported is repaired daily', async () => {
    const ida = await at.signIn('Ida')
    await at.buy(ida, 'professional')
    await at.takeEvents()
    expect((await entitlementOf(ida)).subscription.status).toBe('trial')
    await runScheduledJobs(at.app)
    expect(await entitlementOf(ida)).toMatchObject({
      plan: { id: 'professional' },
      subscription: { status: 'active' },
    })
    await at.query(
      `update subscriptions set plan_id = 'starter', status = 'canceled' where account_id = $1`,
      [(await ida.call(accountApi.me)).id],
    )
    await runScheduledJobs(at.app)
    expect(await entitlementOf(ida)).toMatchObject({
      plan: { id: 'professional' },
      subscription: { status: 'active' },
    })
  })

  test('a failed payment and the end send one notice each, however often they are reported', async () => {
    const mara = await at.signIn('Mara')
    await at.buy(mara, 'starter', cards.failsLater)
    await mara.call(subscriptionApi.refresh, { body: {} })
    const end = await periodEndOf(mara)
    const tell = async () => {
      const events = await at.takeEvents()
      for (const event of [...events, ...events]) await at.deliver(event)
    }
    await at.moveClockTo(new Date(end.getTime() + DAY))
    await tell()
    expect(await mailsTo(mara)).toEqual(['Your payment for Daybook failed'])
    await at.moveClockTo(new Date(end.getTime() + 20 * DAY))
    await tell()
    await tell()
    expect(await mailsTo(mara)).toEqual(['Your payment for Daybook failed', 'Your Starter plan was canceled'])
    at.app.clock.reset()
  })
})
