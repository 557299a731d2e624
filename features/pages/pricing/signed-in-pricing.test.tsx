import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { answer } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'

const STARTER = { id: 'starter', name: 'Starter', price_monthly: 1500, features: '[]' }
const PROFESSIONAL = { id: 'professional', name: 'Professional', price_monthly: 2900, features: '[]' }

test.each([
  ['trial', PROFESSIONAL, 'Choose Starter', 'Upgrade to Professional'],
  ['active', PROFESSIONAL, 'Change to Starter', 'Current Plan'],
  ['active', STARTER, 'Current Plan', 'Upgrade to Professional'],
] as const)('a smaller plan is no upgrade: %s, %o', async (status, plan, starter, professional) => {
  answer(subscriptionApi.current, { subscription: { status }, plan })
  answer(subscriptionApi.plans, [STARTER, PROFESSIONAL])
  visit('/pricing')
  expect(await screen.findByRole('button', { name: starter })).toBeVisible()
  expect(screen.getByRole('button', { name: professional })).toBeVisible()
})

test('the pricing page says what brings money in', async () => {
  answer(subscriptionApi.plans, [STARTER, PROFESSIONAL])
  visit('/pricing')
  await screen.findByRole('heading', { name: 'In every plan' })
  for (const name of [
    'Get paid online',
    'Reminders that send themselves',
    'E-invoices',
    'Move in within minutes',
  ])
    expect(screen.getByRole('heading', { name })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Payment reminders Yes Yes' })).toBeVisible()
})
