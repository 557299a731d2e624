import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Project, projectsApi } from '#features/engagement/projects/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'
import { timeEntriesApi } from './contract.ts'

const WEBSITE: Partial<Project> = { id: 7, name: 'Website' }

beforeEach(() => {
  answer(projectsApi.list, [WEBSITE])
  answer(timeEntriesApi.create, {})
})

/** The page has a button of the same name. */
async function logTime(ada: ReturnType<typeof visit>) {
  const dialog = within(screen.getByRole('dialog', { name: 'Log Time' }))
  await ada.click(dialog.getByRole('button', { name: 'Log Time' }))
}

test('more than 24 hours in a day have to be confirmed', async () => {
  answer(timeEntriesApi.list, ({ query }) =>
    query.from === '2026-11-12' ? [{ hours: 20, day_hours: 20 }] : [],
  )
  const ada = visit('/time-tracking?new')
  await ada.choose('Project', /Website/)
  await ada.fill('Hours', '6')
  await ada.fill('Date', '2026-11-12')
  await logTime(ada)
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'That makes 26 hours on November 12. Save anyway?',
  )
  await ada.press('Keep editing')
  expect(screen.getByLabelText('Hours')).toHaveValue('6')
  expect(callsOf(timeEntriesApi.create)).toEqual([])
  await logTime(ada)
  await ada.press('Save anyway')
  await expectToast('Time entry logged successfully')
  expect(callsOf(timeEntriesApi.create)).toMatchObject([{ body: { hours: 6, date: '2026-11-12' } }])
})

test('hours are read as people write them, and the arrow keys step', async () => {
  const ada = visit('/time-tracking?new')
  await ada.choose('Project', /Website/)
  await ada.fill('Hours', '90m')
  expect(screen.getByLabelText('Hours')).toHaveAccessibleDescription('= 1.5 h')
  await ada.keyboard('{ArrowUp}')
  expect(screen.getByLabelText('Hours')).toHaveValue('1.75')
  await logTime(ada)
  await expectToast('Time entry logged successfully')
  expect(callsOf(timeEntriesApi.create)).toMatchObject([{ body: { project_id: 7, hours: 1.75 } }])
})

test('time is logged on a project that the form created', async () => {
  answer(projectsApi.list, [])
  answer(projectsApi.create, { id: 8, name: 'Poster' })
  const ada = visit('/time-tracking?new')
  await ada.click(await screen.findByRole('combobox', { name: 'Project' }))
  await screen.findByText('No projects yet. Type a name to create one.')
  await ada.fill('Project', 'Poster')
  await ada.click(await screen.findByRole('option', { name: 'Create project “Poster”' }))
  await screen.findByDisplayValue('Poster')
  await ada.fill('Hours', '2')
  await logTime(ada)
  await expectToast('Time entry logged successfully')
  expect(callsOf(projectsApi.create)).toMatchObject([{ body: { name: 'Poster' } }])
  expect(callsOf(timeEntriesApi.create)).toMatchObject([{ body: { project_id: 8, hours: 2 } }])
})

test('the changes of its rate are folded away below a time entry', async () => {
  answer(timeEntriesApi.list, [{ id: 5, project_id: 7, hours: 2, date: '2026-11-12' }])
  answer(timeEntriesApi.history, [
    {
      id: 1,
      title: 'Rate changed',
      actor: 'user',
      at: '2026-11-12T12:00:00Z',
      changes: [{ label: 'Rate', before: '$80.00', after: '$95.50' }],
    },
  ])
  const ada = visit('/time-tracking?edit=5')
  await screen.findByRole('dialog', { name: 'Edit Time Entry' })
  expect(callsOf(timeEntriesApi.history)).toEqual([])
  await ada.click(await screen.findByText('History'))
  expect(await screen.findByText('Rate: $80.00 → $95.50')).toBeVisible()
})
