import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, callsOf, noConnection, refusal } from '#tests/answers.ts'
import { expectClosed, expectToast, visit } from '#tests/component.tsx'
import { savedRecord } from '#tests/saved-record.ts'
import { Client, ClientInput, clientsApi } from './contract.ts'

/** Studio North of North Ltd, in the list and as the server has it. */
function saveClient() {
  const client = savedRecord(Client, { name: 'Studio North', company: 'North Ltd' })
  answer(clientsApi.list, () => [client.current()])
  answer(
    clientsApi.update,
    client.ifUnchanged(({ body }) => {
      const { name, company } = ClientInput.parse(body)
      return client.change({ name, company })
    }),
  )
  return client
}

type Visit = ReturnType<typeof visit>

async function openMenu(ada: Visit, item: string) {
  await ada.press('Actions for Studio North')
  await ada.click(await screen.findByRole('menuitem', { name: item }))
}

async function edit(ada: Visit) {
  await openMenu(ada, 'Edit')
  await screen.findByRole('dialog', { name: 'Edit Client' })
}

test('a form says what is wrong, in a list and by each field', async () => {
  const ada = visit('/clients?new')
  await ada.fill('Email', 'nowhere')
  await ada.fill('Phone', '0')
  await ada.press('Save Client')
  const wrong = {
    Name: 'Client name is required',
    Email: 'Please enter a valid email address',
    Phone: 'Please enter a valid phone number',
  }
  for (const [label, message] of Object.entries(wrong)) {
    const field = screen.getByLabelText(label)
    expect(await screen.findByRole('link', { name: message })).toHaveAttribute('href', `#${field.id}`)
    expect(field).toHaveAccessibleDescription(expect.stringContaining(message))
  }
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(callsOf(clientsApi.create)).toEqual([])
})

test('Back closes the form, but neither Back nor Esc loses what was typed', async () => {
  const ada = visit('/clients')
  const open = async () => {
    await ada.click((await screen.findAllByRole('button', { name: 'Add Client' }))[0] as Element)
    await screen.findByRole('dialog', { name: 'Add Client' })
    expect(ada.address()).toBe('/clients?new')
  }
  await open()
  await ada.goBack()
  await expectClosed('Add Client')

  await open()
  await ada.fill('Name', 'Half a client')
  for (const leave of [() => ada.goBack(), () => ada.keyboard('{Escape}'), () => ada.press('Close')]) {
    await leave()
    await ada.press('Keep editing')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText('Name')).toHaveValue('Half a client')
    expect(ada.address()).toBe('/clients?new')
  }
  await ada.goBack()
  await ada.press('Discard')
  await expectClosed('Add Client')
  expect(ada.address()).toBe('/clients')

  await open()
  await ada.fill('Name', 'Another half')
  await ada.keyboard('{Escape}')
  await ada.press('Discard')
  await expectClosed('Add Client')
  expect(ada.address()).toBe('/clients')
})

test('a lost connection is said at once, and costs nothing that was typed', async () => {
  saveClient()
  answer(clientsApi.create, noConnection)
  answer(clientsApi.remove, noConnection)
  const ada = visit('/clients')
  await ada.press('Add Client')
  await ada.fill('Name', 'Harbour & Pine')
  dispatchEvent(new Event('offline'))
  await ada.press('Save Client')
  await expectToast('Failed to save client')
  expect(screen.getByLabelText('Name')).toHaveValue('Harbour & Pine')
  dispatchEvent(new Event('online'))
  answer(clientsApi.create, {})
  await ada.press('Save Client')
  await expectToast('Client created successfully')

  await openMenu(ada, 'Delete')
  await ada.press('Delete')
  await expectToast('Failed to delete client')
  await screen.findByRole('heading', { name: 'Studio North' })
})

test('a refusal takes back what was shown at once', async () => {
  saveClient()
  answer(clientsApi.remove, refusal(503, { error: 'Nothing today' }))
  const ada = visit('/clients')
  await openMenu(ada, 'Delete')
  await ada.press('Delete')
  await expectToast('Failed to delete client')
  await expectToast('Please try again later')
  await screen.findByRole('heading', { name: 'Studio North' })
})

describe('a client that is changed elsewhere meanwhile', () => {
  test('is shown beside what was typed, which stays', async () => {
    const client = saveClient()
    const ada = visit('/clients')
    await edit(ada)
    await ada.fill('Company', 'Mine Ltd')
    client.change({ company: 'Theirs Ltd' })
    await ada.press('Save Client')
    const panel = await screen.findByRole('alert')
    expect(panel).toHaveTextContent('Mine Ltd')
    expect(panel).toHaveTextContent('Theirs Ltd')
    expect(panel).not.toHaveTextContent('Studio North')
    expect(screen.queryByText('Failed to save client')).toBeNull()
    expect(client.current().company).toBe('Theirs Ltd')

    await ada.press('Keep editing')
    expect(screen.getByLabelText('Company')).toHaveValue('Mine Ltd')
    await ada.press('Save Client')
    await expectClosed('Edit Client')
    expect(client.current().company).toBe('Mine Ltd')
  })

  test('can replace what was typed', async () => {
    const client = saveClient()
    const ada = visit('/clients')
    await edit(ada)
    await ada.fill('Company', 'Mine Ltd')
    client.change({ name: 'Studio South', company: 'Theirs Ltd' })
    await ada.press('Save Client')
    await ada.press('Use saved version')
    expect(screen.getByLabelText('Name')).toHaveValue('Studio South')
    expect(screen.getByLabelText('Company')).toHaveValue('Theirs Ltd')
    await ada.fill('Company', 'Both Ltd')
    await ada.press('Save Client')
    await expectClosed('Edit Client')
    expect(client.current()).toMatchObject({ name: 'Studio South', company: 'Both Ltd' })
  })

  test('is not deleted', async () => {
    const client = saveClient()
    answer(
      clientsApi.remove,
      client.ifUnchanged(() => ({})),
    )
    const ada = visit('/clients')
    await ada.press('Actions for Studio North')
    client.change({ name: 'Studio South' })
    await ada.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await ada.press('Delete')
    await expectToast(/It was changed elsewhere in the meantime/)
    await screen.findByRole('heading', { name: 'Studio South' })
  })
})

test('a client is changed repeatedly in one tab without a conflict', async () => {
  const client = saveClient()
  // Older than what was saved here, as a list can be that was asked for before.
  const listed = client.current()
  answer(clientsApi.list, [listed])
  const ada = visit('/clients')
  for (const company of ['One', 'Two', 'Three']) {
    await edit(ada)
    await ada.fill('Company', company)
    await ada.press('Save Client')
    await expectClosed('Edit Client')
  }
  expect(client.current().company).toBe('Three')
})

describe('the form', () => {
  test('asks for name and email, and unfolds the rest', async () => {
    const ada = visit('/clients?new')
    await screen.findByRole('dialog', { name: 'Add Client' })
    expect(screen.getByLabelText('Email')).toBeVisible()
    expect(screen.getByLabelText('Phone')).not.toBeVisible()
    await ada.click(screen.getByText('More details'))
    for (const label of ['Phone', 'Company', 'Address', 'Hourly rate', 'Notes'])
      expect(screen.getByLabelText(label)).toBeVisible()
  })

  test('opens and focuses a folded field with a fault', async () => {
    answer(
      clientsApi.create,
      refusal(400, { error: 'No', fields: { phone: 'Please enter a valid phone number' } }),
    )
    const ada = visit('/clients?new')
    await ada.fill('Name', 'Studio North')
    await ada.press('Save Client')
    await waitFor(() => expect(screen.getByLabelText('Phone')).toBeVisible())
    expect(screen.getByLabelText('Phone')).toHaveFocus()
  })

  test('shows the details that a client has', async () => {
    saveClient()
    const ada = visit('/clients')
    await edit(ada)
    expect(screen.getByLabelText('Company')).toBeVisible()
  })
})

test.each([
  ['archived', 'It is archived with its history. You can restore it.'],
  ['removed', null],
] as const)('the message about a deleted client says if it is archived: %s', async (outcome, second) => {
  saveClient()
  answer(clientsApi.remove, { outcome, removal_id: 1 })
  const ada = visit('/clients')
  await openMenu(ada, 'Delete')
  await ada.press('Delete')
  await expectToast('Client deleted successfully')
  if (second) await expectToast(second)
  else expect(screen.queryByText(/archived/)).toBeNull()
})
