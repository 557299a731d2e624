import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Business, BusinessInput, businessApi } from '#features/foundation/business/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'
import { savedRecord } from '#tests/saved-record.ts'

const VALID = { currency: 'USD', locale: 'en-US', next_invoice_number: 1, hours_per_day: 8 } as const

function showBusiness() {
  const business = savedRecord(Business, { name: 'Lovelace', ...VALID })
  answer(businessApi.get, () => business.current())
  answer(
    businessApi.update,
    business.ifUnchanged(({ body }) => {
      const { name, invoice_prefix } = BusinessInput.parse(body)
      return business.change({ ...(name && { name }), ...(invoice_prefix && { invoice_prefix }) })
    }),
  )
  return business
}

const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' })

test('one bar saves what was changed in all sections, and only that', async () => {
  const business = showBusiness()
  const ada = visit('/account?tab=business')
  await screen.findByDisplayValue('Lovelace')
  expect(bar()).toBeNull()
  await ada.fill('Business name', 'Lovelace Studio')
  expect(bar()).toHaveTextContent('Unsaved changes: Identity')
  await ada.fill('Prefix', 'R-')
  expect(bar()).toHaveTextContent('Unsaved changes: Identity and Numbers')
  await ada.press('Save business')
  await expectToast('Business saved')
  expect(callsOf(businessApi.update).map(({ body }) => body)).toEqual([
    { name: 'Lovelace Studio', invoice_prefix: 'R-' },
  ])
  await waitFor(() => expect(bar()).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Business name').closest('form'))
  expect(business.current()).toMatchObject({ name: 'Lovelace Studio', invoice_prefix: 'R-' })
})

test('a change elsewhere shows both sides, and the saved one can be used', async () => {
  const business = showBusiness()
  const ada = visit('/account?tab=business')
  await screen.findByDisplayValue('Lovelace')
  await ada.fill('Business name', 'Mine')
  // Twice, since the app remembers that it made the version after the first, in another test.
  business.change({ name: 'Others' })
  business.change({ name: 'Theirs' })
  await ada.press('Save identity')
  await screen.findByText('This was changed elsewhere while you were editing')
  await ada.press('Use saved version')
  await waitFor(() => expect(screen.getByLabelText('Business name')).toHaveValue('Theirs'))
  expect(bar()).toBeNull()
})

test('Discard takes back what was typed', async () => {
  showBusiness()
  const ada = visit('/account?tab=business')
  await screen.findByDisplayValue('Lovelace')
  await ada.fill('Business name', 'Half a name')
  await ada.press('Discard')
  expect(screen.getByLabelText('Business name')).toHaveValue('Lovelace')
  expect(bar()).toBeNull()
})

test('each section has an address that leads to it', async () => {
  showBusiness()
  const ada = visit('/account?tab=business')
  await ada.fill('Business name', 'Unsaved')
  await ada.click(await screen.findByRole('link', { name: 'Numbers' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Numbers' })).toHaveFocus())
  expect(screen.getByLabelText('Business name')).toHaveValue('Unsaved')
})
