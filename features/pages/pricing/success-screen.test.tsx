import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { answer, callsOf, noConnection, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('without a purchase, nothing is said to be activated', async () => {
  answer(subscriptionApi.refresh, { purchase: 'none' })
  visit('/subscription/success')
  await heading('Your subscription was not activated')
  expect(screen.queryByText(/is activated/)).toBeNull()
  expect(screen.getByRole('link', { name: 'See Plans' })).toHaveAttribute('href', '/pricing')
})

test('the checkout of somebody else activates nothing', async () => {
  answer(subscriptionApi.refresh, refusal(404, { error: 'Checkout not found', code: 'not_found' }))
  visit('/subscription/success?session_id=cs_test_somebody_else')
  await heading('Your subscription was not activated')
  expect(callsOf(subscriptionApi.refresh)).toMatchObject([{ body: { session_id: 'cs_test_somebody_else' } }])
})

test('what could not be looked up is asked for again', async () => {
  answer(subscriptionApi.refresh, noConnection)
  const ada = visit('/subscription/success')
  await heading('We could not look up your subscription')
  answer(subscriptionApi.refresh, { purchase: 'none' })
  await ada.press('Try again')
  await heading('Your subscription was not activated')
})

test('a payment is looked at until it is through, and then the dashboard comes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    answer(subscriptionApi.refresh, { purchase: 'processing' })
    const ada = visit('/subscription/success')
    await heading('Your payment is being processed')
    const unlimited = {
      max_clients: -1,
      max_projects: -1,
      max_invoices_per_month: -1,
      advanced_reports: true,
    }
    answer(subscriptionApi.refresh, { purchase: 'activated', plan: { id: 'professional', ...unlimited } })
    vi.advanceTimersByTime(3000)
    await heading('Welcome to Daybook!')
    expect(
      screen.getByText('Your subscription is activated. You now have access to all premium features.'),
    ).toBeVisible()
    vi.advanceTimersByTime(5000)
    await heading('Dashboard')
    expect(ada.address()).toBe('/dashboard')
  } finally {
    vi.useRealTimers()
  }
})
