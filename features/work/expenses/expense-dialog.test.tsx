import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accountApi } from '#features/foundation/account/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'
import { savedRecord } from '#tests/saved-record.ts'
import { Expense, expensesApi } from './contract.ts'

test('an amount with a decimal comma is understood, and one that is not a number stays in its field', async () => {
  answer(expensesApi.create, {})
  const ada = visit('/expenses?new')
  await ada.fill('Description', 'Fonts')
  await ada.choose('Category', 'Software & Tools')
  const amount = screen.getByLabelText('Amount')
  await ada.fill('Amount', '1,25.50')
  await ada.press('Save Expense')
  await screen.findByRole('link', { name: 'Amount must be a number' })
  expect(amount).toHaveValue('1,25.50')
  await ada.fill('Amount', '1,250')
  expect(amount).toHaveAccessibleDescription(/= \$1,250\.00/)
  await ada.fill('Amount', '12,50')
  expect(amount).toHaveAccessibleDescription('= $12.50')
  await ada.press('Save Expense')
  await expectToast('Expense added successfully')
  expect(callsOf(expensesApi.create)).toMatchObject([{ body: { description: 'Fonts', amount: 12.5 } }])
})

test('an amount below zero is refused in the list and at its field, and hints describe what they are about', async () => {
  const ada = visit('/expenses?new')
  await ada.fill('Amount', '-1')
  await ada.press('Save Expense')
  await screen.findByRole('link', { name: 'Amount must be at least 0' })
  expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription(/Must be at least 0/)
  expect(screen.getByRole('checkbox', { name: 'Billable' })).toHaveAccessibleDescription(
    /^You bill it to the client/,
  )
})

test('figures are shown and read in the locale of the account', async () => {
  answer(accountApi.me, { time_zone: 'UTC', locale: 'de-DE' })
  const taxi = { description: 'Taxi', category: 'Travel', amount: 1.085, currency: 'KWD' } as const
  const expense = savedRecord(Expense, { ...taxi, exchange_rate: 3.255, home_amount: 3.53 })
  answer(expensesApi.list, () => [expense.current()])
  answer(
    expensesApi.update,
    expense.ifUnchanged(() => expense.change({})),
  )
  const ada = visit('/expenses')
  const row = await screen.findByRole('listitem')
  expect(row).toHaveTextContent(/1,085\sKWD/)
  expect(row).toHaveTextContent(/3,53\s\$/)

  const edit = async () => {
    await ada.press('Actions for Taxi')
    await ada.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    return screen.findByLabelText('Amount')
  }
  expect(await edit()).toHaveValue('1,085')
  expect(screen.getByLabelText('Exchange rate')).toHaveValue('3,255')
  // Left without being changed.
  await ada.click(screen.getByLabelText('Exchange rate'))
  await ada.click(screen.getByLabelText('Description'))
  await ada.press('Save Expense')
  await expectToast('Expense updated successfully')
  await ada.press('Dismiss')

  await edit()
  await ada.fill('Amount', '1.250')
  expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription(/^= 1\.250,000\sKWD$/)
  await ada.press('Save Expense')
  await expectToast('Expense updated successfully')
  expect(callsOf(expensesApi.update)).toMatchObject([
    { body: { amount: 1.085, exchange_rate: 3.255 } },
    { body: { amount: 1250, exchange_rate: 3.255 } },
  ])
})
