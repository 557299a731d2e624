import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { passkeysApi } from './contract.ts'

const AT = '2026-11-18T10:00:00.000Z'
const GOOGLE = { id: 3, kind: 'provider' as const, name: 'Google', created_at: null, last_used_at: AT }
const DESK = { id: 7, name: 'Desk', is_backed_up: true, created_at: AT, last_used_at: null }
const CODES = Array.from({ length: 10 }, (_, index) => `${index}KQ2-M9TD-4XWA-0HZR`)

const offer = (methods: Partial<Parameters<typeof answer<typeof passkeysApi.methods>>[1] & object> = {}) =>
  answer(passkeysApi.methods, {
    identities: [GOOGLE],
    passkeys: [DESK],
    recovery_codes_left: 3,
    offers_passkeys: true,
    ...methods,
  })

const open = async () => {
  const ada = visit('/account?tab=security')
  const list = await screen.findByRole('list', { name: 'Ways to sign in' })
  return { ada, list }
}

test('the ways to sign in are listed with when they were added and used, and how many codes are left', async () => {
  offer()
  const { list } = await open()
  const [google, desk, codes] = within(list).getAllByRole('listitem')
  expect(google).toHaveTextContent(/^Google.*last used Nov 18, 2026/)
  expect(desk).toHaveTextContent(/^Desk.*Passkey · Added Nov 18, 2026 · not used yet/)
  expect(codes).toHaveTextContent(/3 of 10 left/)
})

test('the last way to sign in offers no removal, and without a passkey the panel says what one is for', async () => {
  offer({ passkeys: [], recovery_codes_left: 0 })
  const { list } = await open()
  expect(within(list).queryByRole('button', { name: /Remove/ })).toBeNull()
  expect(screen.getByText(/You have no passkey yet/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
})

test('where passkeys are not offered, none can be added', async () => {
  offer({ passkeys: [], recovery_codes_left: 0, offers_passkeys: false })
  await open()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(screen.queryByText(/no passkey yet/)).toBeNull()
})

test('new recovery codes replace the old ones after a question, and are shown once', async () => {
  offer()
  answer(passkeysApi.makeRecoveryCodes, { recovery_codes: CODES })
  const { ada } = await open()
  await ada.press('Make new codes')
  const question = await screen.findByRole('alertdialog')
  expect(question).toHaveTextContent('no longer work')
  within(question).getByRole('button', { name: 'Make new codes' }).click()
  const dialog = await screen.findByRole('dialog', { name: 'Your recovery codes' })
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(10)
  await ada.press('I have saved them')
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
})

test('a removal long after signing in offers to sign in again', async () => {
  offer()
  answer(passkeysApi.remove, refusal(403, { error: 'Please sign in again', code: 'recent_sign_in_required' }))
  const { ada } = await open()
  await ada.press('Remove: Desk')
  within(await screen.findByRole('alertdialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeVisible()
  expect(screen.getByText(/for ten minutes after signing in/)).toBeVisible()
})

test('a passkey is renamed in its place', async () => {
  offer()
  answer(passkeysApi.rename, { ...DESK, name: 'Laptop' })
  const { ada } = await open()
  await ada.press('Rename: Desk')
  await ada.fill('Name of the passkey', 'Laptop')
  offer({ passkeys: [{ ...DESK, name: 'Laptop' }] })
  await ada.press('Save')
  expect(await screen.findByText('Laptop')).toBeVisible()
  expect(callsOf(passkeysApi.rename)).toMatchObject([{ params: { id: '7' }, body: { name: 'Laptop' } }])
})
