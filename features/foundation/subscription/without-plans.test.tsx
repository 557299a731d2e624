import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { visit } from '#tests/component.tsx'

beforeEach(() => {
  document.documentElement.dataset.plans = 'off'
})
afterEach(() => {
  delete document.documentElement.dataset.plans
})

test.each(['/pricing', '/subscription/manage', '/subscription/success'])(
  'where no plans are sold, %s leads to the dashboard',
  async (address) => {
    const ada = visit(address)
    await waitFor(() => expect(ada.address()).toBe('/dashboard'))
  },
)

test('where no plans are sold, the menu has no subscription', async () => {
  visit('/clients')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(menu.getByRole('link', { name: 'Reports' })).toBeVisible()
  expect(menu.queryByRole('link', { name: /Subscription/ })).toBeNull()
})
