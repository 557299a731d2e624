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
