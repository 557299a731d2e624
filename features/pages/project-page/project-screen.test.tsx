import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'

const PROJECT = {
  id: 7,
  name: 'Website',
  client_id: 1,
  client_name: 'Studio North',
  status: 'active',
} as const
const NO_BUDGET = { estimated_hours: null, budget_hours: null, budget_amount: null }

test('a new project shows next steps instead of zeros', async () => {
  answer(projectsApi.get, { ...PROJECT, ...NO_BUDGET })
  const ada = visit('/projects/7')
  await screen.findByRole('heading', { name: 'Next steps' })
  expect(screen.getByRole('main')).not.toHaveTextContent(/\$0|\b0 h|0 \/ 0|\(0\)/)
  await ada.click(screen.getByRole('link', { name: 'Log Time' }))
  await screen.findByRole('dialog', { name: 'Log Time' })
})

test('a project shows what it has used of its budget in one bar', async () => {
  answer(projectsApi.get, {
    ...PROJECT,
    has_history: true,
    currency: 'USD',
    estimated_hours: 30,
    budget_hours: 40,
    budget_hours_used: 10,
    budget_amount: 1000,
    budget_amount_used: 850,
    time_entries_count: 3,
  })
  visit('/projects/7')
  const bar = await screen.findByRole('progressbar')
  expect(bar).toHaveAccessibleName('Budget in money')
  expect(bar).toHaveAttribute('aria-valuetext', '$850.00 / $1,000.00')
  expect(screen.getByText('85.0% used, $150.00 left')).toBeVisible()
  expect(screen.getByText('Budget in hours: 10 h / 40 h')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Change the budget' })).toBeVisible()
})

test('an expense that is added on a project is for that project', async () => {
  answer(projectsApi.get, PROJECT)
  answer(expensesApi.create, { id: 3 })
  const ada = visit('/projects/7?tab=expenses')
  await ada.press('Add Expense')
  const project = await screen.findByRole('combobox', { name: 'Project' })
  await waitFor(() => expect(project).toHaveValue('Website'))
  await ada.fill('Description', 'Fonts')
  await ada.fill('Amount', '49.99')
  await ada.choose('Category', 'Software & Tools')
  await ada.press('Save Expense')
  await expectToast('Expense added successfully')
  expect(callsOf(expensesApi.create)).toMatchObject([{ body: { project_id: 7, client_id: null } }])
})

test('deleting a project on its page leads back to the list', async () => {
  answer(projectsApi.get, PROJECT)
  answer(projectsApi.remove, { outcome: 'removed', removal_id: 5 })
  const ada = visit('/projects/7')
  await ada.press('Actions for Website')
  await ada.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await ada.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await expectToast('Project deleted successfully')
  await screen.findByRole('heading', { level: 1, name: 'Projects' })
})

test('a deleted project with history stays on its page as cancelled', async () => {
  answer(projectsApi.get, { ...PROJECT, has_history: true })
  answer(projectsApi.remove, { outcome: 'cancelled', removal_id: 5 })
  const ada = visit('/projects/7')
  await ada.press('Actions for Website')
  await ada.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  answer(projectsApi.get, { ...PROJECT, has_history: true, status: 'cancelled' })
  await ada.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await expectToast('Project deleted successfully')
  await screen.findByText('cancelled')
  expect(screen.getByRole('heading', { level: 1, name: 'Website' })).toBeVisible()
})
