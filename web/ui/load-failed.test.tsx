import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Endpoint } from '#core/endpoint.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { answer, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'

const PROJECT = '/projects/1?tab='
const CLIENT = '/clients/1?tab='

/** Address, name, endpoint and empty text of everything that loads. */
const LOADS: [address: string, what: string, endpoint: Endpoint, empty: RegExp | string][] = [
  ['/clients', 'Your clients', clientsApi.list, 'No clients found'],
  ['/projects', 'Your projects', projectsApi.list, 'No projects found'],
  ['/time-tracking', 'Your time entries', timeEntriesApi.list, 'No time entries yet'],
  ['/invoices', 'Your invoices', invoicesApi.list, 'No invoices yet'],
  ['/expenses', 'Your expenses', expensesApi.list, 'No expenses recorded'],
  ['/dashboard', 'Recent activity', dashboardApi.recentActivity, 'No recent activity'],
  [`${PROJECT}milestones`, 'The milestones', milestonesApi.list, 'No milestones yet'],
  [`${PROJECT}deliverables`, 'The deliverables', deliverablesApi.list, 'No deliverables yet'],
  [`${PROJECT}comments`, 'The comments', commentsApi.list, 'No comments yet'],
  [`${PROJECT}time`, 'The time of this project', timeEntriesApi.list, 'No time logged yet'],
  [`${PROJECT}expenses`, 'The expenses of this project', expensesApi.list, 'No expenses recorded'],
  [`${PROJECT}invoices`, 'The invoices of this project', invoicesApi.list, 'No invoices yet'],
  [`${CLIENT}overview`, 'Unbilled work', clientPageApi.overview, /until they are billed/],
  [`${CLIENT}overview`, 'The statement', clientPageApi.statement, /No invoices or payments/],
  [`${CLIENT}projects`, 'The projects of this client', projectsApi.list, 'No projects yet'],
  [`${CLIENT}invoices`, 'The invoices of this client', invoicesApi.list, 'No invoices yet'],
  [`${CLIENT}time`, 'The time of this client', timeEntriesApi.list, 'No time logged yet'],
  [`${CLIENT}expenses`, 'The expenses of this client', expensesApi.list, 'No expenses recorded'],
]

test.each(LOADS)('%s: %s not loaded is not empty, and is asked for again', async (...load) => {
  const [address, what, endpoint, empty] = load
  // A client with nothing billed or to bill has next steps instead of an overview.
  answer(clientsApi.get, { id: 1, has_history: true })
  answer(clientPageApi.overview, { invoices_count: 1 })
  answer(endpoint, refusal(503))
  const ada = visit(address)
  await screen.findByRole('heading', { name: `${what} could not be loaded` })
  expect(screen.queryByText(empty)).toBeNull()
  answer(endpoint, undefined)
  answer(clientPageApi.overview, { invoices_count: 1 })
  await ada.press('Try again')
  await screen.findByText(empty)
  expect(screen.queryByRole('heading', { name: `${what} could not be loaded` })).toBeNull()
})

const RECORDS: [address: string, what: string, endpoint: Endpoint][] = [
  ['/clients/1', 'This client', clientsApi.get],
  ['/projects/1', 'This project', projectsApi.get],
]

test.each(RECORDS)('%s: %s not loaded is not called missing', async (...load) => {
  const [address, what, endpoint] = load
  answer(endpoint, refusal(503))
  const ada = visit(address)
  await screen.findByRole('heading', { name: `${what} could not be loaded` })
  expect(screen.queryByText(/not found/i)).toBeNull()
  answer(endpoint, { name: 'Website' })
  await ada.press('Try again')
  await screen.findByRole('heading', { level: 1, name: 'Website' })
})
