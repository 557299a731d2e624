import { onlineManager } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { expectClosed, expectToast, visit } from '#tests/component.tsx'
import { expensesApi } from './contract.ts'

/** The simulated browser has no locks. */
let last: Promise<unknown> = Promise.resolve()
const locks = {
  request: (_name: string, run: () => unknown) => {
    last = last.then(run)
    return last
  },
}

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  localStorage.clear()
})
afterEach(() => {
  onlineManager.setOnline(true)
  localStorage.clear()
})

/** A taxi for 12.50 dollars, entered without a connection. */
async function addOffline() {
  const ada = visit('/expenses?new')
  await ada.fill('Description', 'Taxi')
  await ada.choose('Category', 'Travel')
  await ada.fill('Amount', '12.50')
  onlineManager.setOnline(false)
  await ada.press('Save Expense')
  await expectToast('Kept on this device until the connection is back')
  await expectClosed('Add Expense')
  return ada
}

const waiting = () => screen.findByRole('region', { name: 'Waiting for the connection' })

test('an expense that is added without a connection waits, and is sent once when it is back', async () => {
  answer(expensesApi.create, { id: 7 })
  await addOffline()
  expect(await waiting()).toHaveTextContent('$12.50 for Taxi')
  expect(await screen.findByText(/1 expense waits for the connection\./)).toBeVisible()
  expect(callsOf(expensesApi.create)).toEqual([])
  onlineManager.setOnline(true)
  await expectToast('$12.50 for Taxi was saved')
  expect(callsOf(expensesApi.create)).toMatchObject([{ body: { description: 'Taxi', amount: 12.5 } }])
  expect(screen.queryByRole('region', { name: 'Waiting for the connection' })).toBeNull()
})

test('one that still waits can be changed', async () => {
  answer(expensesApi.create, { id: 7 })
  const ada = await addOffline()
  await ada.click(within(await waiting()).getByRole('button', { name: /Edit/ }))
  await ada.fill('Amount', '15')
  await ada.press('Save Expense')
  expect(await waiting()).toHaveTextContent('$15.00 for Taxi')
  onlineManager.setOnline(true)
  await expectToast('$15.00 for Taxi was saved')
  expect(callsOf(expensesApi.create)).toMatchObject([{ body: { amount: 15 } }])
})

test('one that is refused stays with its reason until it is changed or discarded', async () => {
  answer(expensesApi.create, refusal(409, { error: 'This project is cancelled' }))
  const ada = await addOffline()
  onlineManager.setOnline(true)
  expect(
    await screen.findByText('$12.50 for Taxi was not saved. This project is cancelled', { selector: 'p' }),
  ).toBeVisible()
  answer(expensesApi.create, { id: 7 })
  await ada.press('Edit')
  await ada.fill('Description', 'Train')
  await ada.press('Save Expense')
  await expectToast('$12.50 for Train was saved')
  expect(callsOf(expensesApi.create)).toMatchObject([
    { body: { description: 'Taxi' } },
    { body: { description: 'Train' } },
  ])
})

test('an empty list does not claim to be empty while something waits', async () => {
  await addOffline()
  await waiting()
  expect(screen.queryByText('No expenses recorded')).toBeNull()
})
