import { expect, test } from 'vitest'
import type { Sort } from '#core/sort.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import type { Project } from '#features/engagement/projects/contract.ts'
import { type ClientSort, sortClients } from '#features/pages/client-page/rules/order.ts'
import type { Sum } from '#features/pages/list-figures/contract.ts'
import { type ProjectSort, sortProjects } from './order.ts'

const usd = (amount: number): Sum[] => [{ currency: 'USD', amount }]

const PROJECTS = [
  {
    id: 1,
    name: 'Sprint 10',
    status: 'active',
    start_date: '2026-02-01',
    budget_hours: 10,
    budget_hours_used: 9,
  },
  { id: 2, name: 'Sprint 2', status: 'completed', start_date: null, budget_hours: 10, budget_hours_used: 1 },
  {
    id: 3,
    name: 'atelier',
    status: 'active',
    start_date: '2026-01-01',
    budget_hours: null,
    budget_hours_used: null,
  },
].map(
  (project) => ({ client_name: null, budget_amount: null, budget_amount_used: null, ...project }) as Project,
)

test('projects are sorted by what a column shows, names as people count', () => {
  const figures = new Map([[2, { project_id: 2, unbilled: usd(500) }]])
  const ids = (sort: Sort<ProjectSort>) => sortProjects(PROJECTS, sort, figures).map(({ id }) => id)
  expect(ids('name')).toEqual([3, 2, 1])
  expect(ids('-name')).toEqual([1, 2, 3])
  expect(ids('status')).toEqual([1, 3, 2])
  expect(ids('-budget')).toEqual([1, 2, 3])
  expect(ids('start')).toEqual([2, 3, 1])
  expect(ids('-unbilled')).toEqual([2, 1, 3])
})

test('clients are sorted by what they owe, and by name among equals', () => {
  const clients = [{ id: 1 }, { id: 2 }, { id: 3 }] as Client[]
  const figures = new Map([
    [2, { client_id: 2, owed: usd(100), is_overdue: false, unbilled: [], last_active_on: '2026-11-01' }],
  ])
  const ids = (sort: Sort<ClientSort> | undefined) => sortClients(clients, sort, figures).map(({ id }) => id)
  expect(ids(undefined)).toEqual([1, 2, 3])
  expect(ids('-name')).toEqual([3, 2, 1])
  expect(ids('-owed')).toEqual([2, 1, 3])
  expect(ids('owed')).toEqual([1, 3, 2])
  expect(ids('-activity')).toEqual([2, 1, 3])
})
