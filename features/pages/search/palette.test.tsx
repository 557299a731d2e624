import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { expectClosed, expectToast, visit } from '#tests/component.tsx'
import { noteEarlySearch } from '#web/keyboard/early-search.ts'
import { searchApi } from './contract.ts'

const PINE = {
  kind: 'client',
  id: 3,
  name: 'Harbor & Pine',
  company: 'Kiefer GmbH',
  archived: false,
} as const
const REBRAND = {
  kind: 'project',
  id: 5,
  name: 'Rebrand',
  client_name: 'Harbor & Pine',
  status: 'active',
} as const
const INVOICE = {
  kind: 'invoice',
  id: 42,
  invoice_number: 'INV-0042',
  number: 42,
  client_name: 'Harbor & Pine',
  issue_date: '2026-11-01',
  status: 'overdue',
  currency: 'USD',
  total: 4312.5,
  balance: 4000,
} as const

const BOX = { name: 'Search everything' }
const box = () => screen.findByRole('combobox', BOX)
const option = (name: string | RegExp) => screen.findByRole('option', { name })

async function openPalette(address = '/clients') {
  const ada = visit(address)
  await screen.findAllByRole('button', BOX)
  await ada.keyboard('{Control>}k{/Control}')
  await box()
  return ada
}

test('a record is found and opened by keyboard alone', async () => {
  answer(searchApi.search, [PINE, REBRAND, INVOICE])
  answer(clientsApi.list, [{ id: 3, name: 'Harbor & Pine' }])
  const ada = await openPalette()
  await ada.keyboard('pine')
  const first = await option(/Harbor & Pine Kiefer GmbH/)
  for (const name of ['Clients', 'Projects', 'Invoices']) screen.getByRole('group', { name })
  await waitFor(() => expect(first).toHaveAttribute('data-highlighted'))
  expect(await option(/INV-0042/)).toHaveTextContent('Harbor & Pine, Nov 1, 2026$4,000.00Overdue')
  await ada.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(ada.address()).toBe('/invoices?view=42'))
  await expectClosed('Search everything')
})

test('keys pressed before the box has the focus are kept, and are no shortcuts', async () => {
  answer(searchApi.search, [PINE])
  const ada = await openPalette()
  await ada.keyboard('{Escape}')
  await expectClosed('Search everything')
  for (const key of ['k', 'p', 'i', 'n', 'e'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: key === 'k' })
  expect(await box()).toHaveValue('pine')
  expect(ada.address()).toBe('/clients')
})

test('Esc closes it and gives focus back', async () => {
  const ada = visit('/clients')
  const field = await screen.findByPlaceholderText('Search clients...')
  field.focus()
  await ada.keyboard('{Control>}k{/Control}')
  await waitFor(async () => expect(await box()).toHaveFocus())
  await ada.keyboard('{Escape}')
  await expectClosed('Search everything')
  await waitFor(() => expect(field).toHaveFocus())
})

test('a slash opens it, except in a text field, where it types a slash', async () => {
  const ada = visit('/clients')
  const field = await screen.findByPlaceholderText('Search clients...')
  field.focus()
  await ada.keyboard('a/b')
  expect(field).toHaveValue('a/b')
  expect(screen.queryByRole('dialog', BOX)).toBeNull()
  field.blur()
  await ada.keyboard('/')
  expect(await box()).toHaveValue('')
})

test('a press before the page is there opens it', async () => {
  noteEarlySearch()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  visit('/clients')
  expect(await box()).toBeVisible()
})

test('it opens by its button, and offers every action without a text', async () => {
  const ada = visit('/clients')
  const buttons = await screen.findAllByRole('button', BOX)
  expect(buttons[0]).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K /')
  await ada.click(buttons[0] ?? document.body)
  for (const name of [
    'New invoice',
    'Reports',
    'Account',
    'Import',
    'Export all data',
    'Dark theme',
    'Sign out',
  ]) {
    expect(await option(new RegExp(`^${name}`))).toBeVisible()
  }
  expect(callsOf(searchApi.search)).toEqual([])
})

test('an action is found by its words', async () => {
  const ada = await openPalette()
  await ada.keyboard('inv new')
  await option(/^New invoice/)
  await ada.keyboard('{Enter}')
  await waitFor(() => expect(ada.address()).toBe('/invoices?new'))
})

test('what was opened is offered again first', async () => {
  answer(searchApi.search, [PINE])
  const ada = await openPalette()
  await ada.keyboard('pine')
  await option(/Harbor/)
  await ada.keyboard('{Enter}')
  await waitFor(() => expect(ada.address()).toBe('/clients/3'))
  await ada.keyboard('{Control>}k{/Control}')
  const recent = await screen.findByRole('group', { name: 'Recent' })
  expect(within(recent).getByRole('option')).toHaveTextContent('Harbor & Pine')
})

test('time is logged as the row says, and can be undone', async () => {
  answer(searchApi.search, ({ query }) => (query.q === 'pine' ? [PINE, REBRAND] : []))
  answer(timeEntriesApi.create, { id: 9, version: 1 })
  answer(timeEntriesApi.remove, { success: true })
  const ada = await openPalette()
  await ada.keyboard('log 1:30 pine 2026-11-03 - Kickoff{Enter}')
  await expectToast('Time entry logged successfully')
  expect(callsOf(timeEntriesApi.create).map(({ body }) => body)).toEqual([
    { project_id: 5, hours: 1.5, date: '2026-11-03', description: 'Kickoff', is_billable: true },
  ])
  await ada.press('Undo')
  await expectToast('Time entry removed')
  expect(callsOf(timeEntriesApi.remove)).toMatchObject([{ params: { id: '9' }, ifMatch: 1 }])
})

test('the row states exactly what Enter will do', async () => {
  answer(searchApi.search, [PINE, REBRAND, { ...REBRAND, id: 6, name: 'Old', status: 'cancelled' }, INVOICE])
  const ada = await openPalette()
  const type = async (text: string) => {
    await ada.clear(await box())
    await ada.paste(text)
  }
  await type('log 2h pine yesterday')
  expect(await option(/^Log 2 h on Rebrand, yesterday/)).toHaveTextContent('Harbor & Pine')
  expect(screen.queryByRole('option', { name: /on Old/ })).toBeNull()
  await type('start timer pine')
  await option(/^Start the timer on Rebrand/)
  await type('bill pine')
  await option(/^Bill Harbor & Pine/)
  await type('record payment INV-42')
  expect(await option(/^Record a payment on INV-0042/)).toHaveTextContent('$4,000.00')
  await type('new invoice for pine')
  await option(/^New invoice for Harbor & Pine/)
  await ada.keyboard('{Enter}')
  await waitFor(() => expect(ada.address()).toBe('/invoices?new&client=3'))
})

test('the timer is started on the best project', async () => {
  answer(searchApi.search, [REBRAND])
  const ada = await openPalette()
  await ada.keyboard('start timer rebrand{Enter}')
  await screen.findByRole('button', { name: 'Project: Rebrand' })
  expect(screen.getAllByRole('timer')).not.toEqual([])
})

test('Enter waits for the results of what was typed', async () => {
  answer(searchApi.search, ({ query }) =>
    query.q === 'harbor' ? [PINE] : [{ ...PINE, id: 4, name: 'Studio North' }],
  )
  const ada = await openPalette()
  await ada.keyboard('harbor')
  await option(/Harbor/)
  await ada.clear(await box())
  await ada.keyboard('north{Enter}')
  await waitFor(() => expect(ada.address()).toBe('/clients/4'))
})

test('nothing found and a failed search are said', async () => {
  const ada = await openPalette()
  await ada.keyboard('zzz')
  await screen.findByText('Nothing found for “zzz”')
  await ada.clear(await box())
  await ada.keyboard('log 2h zzz')
  await screen.findByText('No project matches “zzz”')
  answer(searchApi.search, refusal(400))
  await ada.keyboard('y')
  await screen.findByText('The search failed. Please try again.')
})

test('a question mark lists the shortcuts, and single keys can be turned off', async () => {
  const ada = visit('/account')
  await screen.findByRole('switch', { name: /Shortcuts of a single key/ })
  await ada.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const text of [
    'Start or stop the timer',
    'Undo the last change',
    'Move from cell to cell',
    'Create an invoice',
  ]) {
    expect(within(dialog).getByText(text)).toBeVisible()
  }
  await ada.keyboard('{Escape}')
  await expectClosed('Keyboard shortcuts')
  await ada.click(screen.getByRole('switch', { name: /Shortcuts of a single key/ }))
  await ada.keyboard('?/c')
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  expect(ada.address()).toBe('/account')
  await ada.keyboard('{Control>}k{/Control}')
  await box()
})

test('a letter opens the form of a new record', async () => {
  const ada = visit('/dashboard')
  await screen.findAllByRole('button', BOX)
  await ada.keyboard('c')
  await screen.findByRole('dialog', { name: 'Add Client' })
  expect(ada.address()).toBe('/clients?new')
})
