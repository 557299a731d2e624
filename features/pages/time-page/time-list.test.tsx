import { onlineManager } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { answer } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'

afterEach(() => {
  onlineManager.setOnline(true)
  localStorage.clear()
})

test('time that is logged without a connection is above the list until it is sent or discarded', async () => {
  answer(projectsApi.list, [{ id: 5, name: 'Rebrand', status: 'active' }])
  const ada = visit('/time-tracking?new')
  await ada.choose('Project', 'Rebrand')
  await ada.fill('Hours', '2')
  onlineManager.setOnline(false)
  const dialog = within(screen.getByRole('dialog', { name: 'Log Time' }))
  await ada.click(dialog.getByRole('button', { name: 'Log Time' }))
  await expectToast('Kept on this device until the connection is back')
  const waiting = await screen.findByRole('region', { name: 'Waiting for the connection' })
  expect(waiting).toHaveTextContent(/2 h on RebrandWaits for the connection, \w/)
  expect(screen.queryByText('No time entries yet')).toBeNull()
  await ada.press('Discard 2 h on Rebrand')
  expect(await screen.findByText('No time entries yet')).toBeVisible()
})

test('a list that shows no time is not worth hours', async () => {
  visit('/time-tracking?q=nothing')
  expect(await screen.findByText('0 time entries')).toBeVisible()
  expect(screen.getByText('Non-billable')).toBeVisible()
  expect(screen.queryByText('Worth')).toBeNull()
})
