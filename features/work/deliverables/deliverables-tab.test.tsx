import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'
import { deliverablesApi } from './contract.ts'

const file = { name: 'logo.png', type: 'image/png', size: 2048, sha256: 'a'.repeat(64) }
const money = { currency: 'USD' } as const
const LOGO = {
  id: 1,
  project_id: 7,
  title: 'Logo',
  status: 'draft',
  file,
  file_url: '/logo',
  ...money,
} as const
const FLOW = { id: 2, project_id: 7, title: 'Flow', status: 'approved', fee: 850, ...money } as const

const showProject = (client_id: number | null) => {
  answer(projectsApi.get, {
    id: 7,
    name: 'Website',
    client_id,
    client_name: client_id ? 'Studio North' : null,
  })
  answer(deliverablesApi.list, [{ ...LOGO, description: 'In two colours' }, FLOW])
  return visit('/projects/7?tab=deliverables')
}

const row = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('li') ?? heading)
}

beforeEach(() => {
  answer(deliverablesApi.submit, { ...LOGO, status: 'submitted', version: 1 })
})

test('a row shows title, state, file and the next step, and unfolds the rest', async () => {
  const ada = showProject(1)
  const logo = await row('Logo')
  expect(logo.getByText('Draft')).toBeVisible()
  expect(logo.getByRole('link', { name: 'logo.png' })).toHaveAttribute('href', '/logo')
  expect(logo.queryByText('In two colours')).toBeNull()
  await ada.click(logo.getByRole('button', { name: 'Logo', expanded: false }))
  expect(logo.getByText('In two colours')).toBeVisible()
  await ada.click(logo.getByRole('button', { name: 'Logo', expanded: true }))
  expect(logo.queryByText('In two colours')).toBeNull()

  await ada.click(logo.getByRole('button', { name: 'Submit for approval Logo' }))
  await expectToast('Submitted for approval')
  expect(callsOf(deliverablesApi.submit)).toMatchObject([{ params: { deliverableId: '1' } }])
})

test('an approved deliverable with an unbilled fee offers to bill it', async () => {
  showProject(1)
  const bill = (await row('Flow')).getByRole('link', { name: 'Bill Flow' })
  expect(bill).toHaveAttribute('href', '/bill?client=1&project=7')
})

test('the menu has everything but the next step', async () => {
  const ada = showProject(1)
  await ada.press('Actions for Logo')
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(['Edit', 'Replace file', 'Move up', 'Move down', 'Delete'])
})

test('without a client nothing can be submitted, and the list says so once', async () => {
  showProject(null)
  expect((await row('Logo')).getByRole('button', { name: 'Submit for approval Logo' })).toBeDisabled()
  expect(screen.getAllByText(/no client to submit deliverables to/)).toHaveLength(1)
})
