import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { expectClosed, visit } from '#tests/component.tsx'

const WEBSITE = { id: 7, name: 'Website', client_id: 1, client_name: 'Studio North' }

beforeEach(() => {
  answer(clientsApi.list, [{ id: 1, name: 'Studio North' }])
  answer(clientsApi.get, { id: 1, name: 'Studio North' })
  answer(projectsApi.list, [WEBSITE, { id: 8, name: 'Poster' }])
  answer(projectsApi.get, WEBSITE)
  answer(timeEntriesApi.list, [
    { id: 5, project_id: 7, project_name: 'Website', hours: 2, date: '2026-11-12' },
  ])
})

/** Address and name of a dialog with a filled combobox. */
const PREFILLED: [address: string, dialog: string, field: string, value: string][] = [
  ['/projects/7?tab=time&new', 'Log Time', 'Project', 'Website'],
  ['/time-tracking?edit=5', 'Edit Time Entry', 'Project', 'Website'],
  ['/projects?edit=7', 'Edit Project', 'Client', 'Studio North'],
  ['/invoices?new&client=1', 'Create Invoice', 'Client', 'Studio North'],
]

const combobox = (name: string) => screen.findByRole('combobox', { name })

describe('Esc', () => {
  test.each(PREFILLED)('closes the untouched dialog at %s at once', async (address, dialog, field, value) => {
    const ada = visit(address)
    await screen.findByRole('dialog', { name: dialog })
    const input = await combobox(field)
    await waitFor(() => expect(input).toHaveValue(value))
    input.focus()
    await ada.keyboard('{Escape}')
    await expectClosed(dialog)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('closes an open list first, and puts the chosen value back', async () => {
    const ada = visit('/time-tracking?edit=5')
    await ada.tripleClick(await combobox('Project'))
    await ada.paste('Pos')
    await screen.findByRole('option', { name: 'Poster' })
    await ada.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(await combobox('Project')).toHaveValue('Website')
    expect(screen.getByRole('dialog', { name: 'Edit Time Entry' })).toBeVisible()
    await ada.keyboard('{Escape}')
    await expectClosed('Edit Time Entry')
  })

  test('asks before a cleared value is lost', async () => {
    const ada = visit('/time-tracking?edit=5')
    await combobox('Project')
    await ada.press('Clear')
    await ada.keyboard('{Escape}')
    await ada.press('Keep editing')
    expect(await combobox('Project')).toHaveValue('')
  })
})

describe('Create', () => {
  /** Types a name that is not one of the found ones. */
  async function searchFor(name: string) {
    const ada = visit('/recurring-invoices?new')
    await ada.click(await combobox('Client'))
    await ada.paste(name)
    await screen.findByRole('option', { name: `Create client “${name}”` })
    return ada
  }

  test('is not what Enter does if something was found', async () => {
    const ada = await searchFor('Studio')
    await ada.keyboard('{Enter}')
    expect(await combobox('Client')).toHaveValue('Studio North')
    expect(callsOf(clientsApi.create)).toEqual([])
  })

  test('asks first if the keyboard led to it past what was found', async () => {
    const ada = await searchFor('Studio')
    await ada.keyboard('{ArrowDown}{Enter}')
    await screen.findByText('There is “Studio North” already.')
    await ada.press('Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(callsOf(clientsApi.create)).toEqual([])
  })

  test('offers to undo it, which empties the field again', async () => {
    answer(clientsApi.create, { id: 9, name: 'Casa' })
    answer(clientsApi.remove, { success: true })
    answer(clientsApi.list, [])
    const ada = await searchFor('Casa')
    await ada.keyboard('{Enter}')
    await waitFor(async () => expect(await combobox('Client')).toHaveValue('Casa'))
    await ada.press('Undo')
    await waitFor(() => expect(callsOf(clientsApi.remove)).toHaveLength(1))
    await waitFor(async () => expect(await combobox('Client')).toHaveValue(''))
  })
})
