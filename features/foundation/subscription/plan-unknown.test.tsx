import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { type Entitlement, subscriptionApi } from './contract.ts'

const PLAN: Partial<Entitlement['plan']> = { max_clients: -1, max_projects: -1, max_invoices_per_month: -1 }

test.each([
  ['/clients', 'Add Client'],
  ['/projects', 'New Project'],
  ['/invoices', 'Create Invoice'],
])('%s: where the plan cannot be loaded, what cannot be added says why', async (address, button) => {
  answer(subscriptionApi.current, refusal(503))
  const ada = visit(address)
  await screen.findByText('Your plan could not be loaded')
  const [add] = screen.getAllByRole('button', { name: button })
  expect(add).toBeDisabled()
  expect(screen.queryByText(/of -1|of undefined/)).toBeNull()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer(subscriptionApi.current, { plan: PLAN })
  await ada.click(again)
  await waitFor(() => expect(add).toBeEnabled())
  expect(screen.queryByText('Your plan could not be loaded')).toBeNull()
})
