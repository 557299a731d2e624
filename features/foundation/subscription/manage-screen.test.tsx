import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { subscriptionApi } from './contract.ts'

test('an unknown status reads Unknown, and the plan beside it is shown', async () => {
  const unlimited = { max_clients: -1, max_projects: -1, max_invoices_per_month: -1 }
  answer(subscriptionApi.current, {
    subscription: { status: 'paused' },
    plan: { id: 'professional', name: 'Professional', price_monthly: 2900, ...unlimited },
  })
  visit('/subscription/manage')
  const heading = await screen.findByRole('heading', { name: 'Current Plan' })
  const card = within(heading.closest('section') ?? heading)
  for (const text of ['Professional', 'Unknown', '$29/month']) expect(card.getByText(text)).toBeVisible()
  expect(card.getAllByText('Unlimited')).toHaveLength(3)
})
