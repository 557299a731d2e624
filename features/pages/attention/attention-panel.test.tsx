import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { moneyApi } from '#features/pages/money/contract.ts'
import { answer, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { attentionApi } from './contract.ts'

const clients = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    client_id: index + 1,
    client_name: `Client ${index + 1}`,
    oldest: '2020-01-02',
    time_count: 1,
  }))

const list = () => screen.findByRole('list', { name: 'Needs attention' })

test('six things are shown, and the rest on request', async () => {
  answer(attentionApi.get, { unbilled: clients(8) })
  const { press } = visit('/dashboard')
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(6)
  expect(screen.getByText('8 things')).toBeVisible()
  await press('Show all 8')
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(8)
  expect(screen.getByRole('link', { name: 'Bill Client 8' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/bill\?client=8&to=/),
  )
  await press('Show less')
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(6)
})

test('books without anything to do say so in one line', async () => {
  answer(moneyApi.money, { home_currency: 'USD', drafts: { count: 1 } })
  visit('/dashboard')
  expect(await screen.findByText('Nothing needs your attention right now.')).toBeVisible()
})

test('new books show neither amounts nor an empty list', async () => {
  answer(moneyApi.money, { home_currency: 'USD', forecast: { is_complete: true } })
  visit('/dashboard')
  await screen.findByRole('link', { name: /Active Clients/ })
  expect(screen.queryByRole('heading', { name: 'Needs attention' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Amounts' })).toBeNull()
})

test('what cannot be loaded can be tried again', async () => {
  answer(attentionApi.get, refusal(503))
  const { press } = visit('/dashboard')
  await screen.findByText(/What needs attention could not be loaded/)
  answer(attentionApi.get, { unbilled: clients(1) })
  await press('Try again')
  expect(await list()).toHaveTextContent('Client 1: work since January 2020 is not billed')
})
