import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { answer } from '#tests/answers.ts'
import { expectClosed, visit } from '#tests/component.tsx'

const FORMS: [address: string, dialog: string][] = [
  ['/clients?new', 'Add Client'],
  ['/clients?edit=1', 'Edit Client'],
  ['/projects?new', 'New Project'],
  ['/projects?edit=7', 'Edit Project'],
  ['/time-tracking?new', 'Log Time'],
  ['/time-tracking?edit=5', 'Edit Time Entry'],
  ['/invoices?new', 'Create Invoice'],
  ['/invoices?new&project=7', 'Create Invoice'],
  ['/expenses?new', 'Add Expense'],
  ['/expenses?edit=3', 'Edit Expense'],
  ['/expenses/recurring?new', 'Add Recurring Expense'],
  ['/recurring-invoices?new', 'Add Recurring Invoice'],
  ['/projects/7?tab=milestones&new', 'Add Milestone'],
  ['/projects/7?tab=milestones&edit=4', 'Edit Milestone'],
  ['/projects/7?tab=deliverables&new', 'Add Deliverable'],
  ['/projects/7?tab=deliverables&edit=6', 'Edit Deliverable'],
]

beforeEach(() => {
  const money = { currency: 'EUR', home_currency: 'USD' } as const
  const project = { id: 7, name: 'Website', client_id: 1, client_name: 'Studio North', ...money }
  answer(clientsApi.list, [{ id: 1, name: 'Studio North', currency: 'EUR' }])
  answer(clientsApi.get, { id: 1, name: 'Studio North', currency: 'EUR', payment_terms_days: 14 })
  answer(projectsApi.list, [{ ...project, hourly_rate: 95, budget_hours: 40 }])
  answer(projectsApi.get, project)
  answer(timeEntriesApi.list, [{ id: 5, project_id: 7, hours: 2, date: '2026-11-12', ...money }])
  answer(expensesApi.list, [{ id: 3, description: 'Fonts', amount: 49.99, date: '2026-11-12', ...money }])
  answer(milestonesApi.list, [{ id: 4, title: 'Sketch', due_date: '2026-11-12', ...money }])
  answer(deliverablesApi.list, [{ id: 6, title: 'Logo', fee: 120, ...money }])
})

test.each(FORMS)('Esc closes the untouched form at %s without a question', async (address, dialog) => {
  const ada = visit(address)
  await screen.findByRole('dialog', { name: dialog })
  await ada.tab()
  await ada.tab()
  await ada.keyboard('{Escape}')
  await expectClosed(dialog)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
