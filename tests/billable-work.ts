import type { ProjectSum } from '#features/billing/billable-work/rules.ts'
import { type ProjectForm, projectsApi } from '#features/engagement/projects/contract.ts'
import { type ExpenseForm, expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import type { TimeEntryForm } from '#features/work/time-entries/rules.ts'
import type { Books } from './invoices.ts'

export const addProject = ({ ada, clientId }: Books, more: Partial<ProjectForm> = {}) =>
  ada.call(projectsApi.create, { body: { name: 'Website', client_id: clientId, hourly_rate: 100, ...more } })

export const log = ({ ada }: Books, project_id: number, more: Partial<TimeEntryForm> = {}) =>
  ada.call(timeEntriesApi.create, {
    body: { project_id, description: 'Design', hours: 1.5, date: '2026-11-02', ...more },
  })

/** A billable expense. */
export const spend = ({ ada }: Books, project_id: number | null, more: Partial<ExpenseForm> = {}) =>
  ada.call(expensesApi.create, {
    body: {
      project_id,
      description: 'Fonts',
      amount: 40,
      category: 'Other',
      date: '2026-11-03',
      is_billable: true,
      ...more,
    },
  })

/** 2 hours and an expense that wait to be billed. */
export const unbilledOfProject: ProjectSum = {
  project_id: 1,
  project_name: 'Website',
  client_id: 7,
  currency: 'EUR',
  count: 2,
  oldest: '2026-10-24',
  hours: 200,
  time_count: 1,
  expenses_count: 1,
  time_amount: 10_000,
  expenses_amount: 500,
  expenses_home_amount: 600,
  fees_amount: 0,
}
