import { expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, signIn } from '#tests/app.ts'
import { listFiguresApi } from './contract.ts'

test('say what each client owes and what is unbilled, in each currency, and nothing of others', async () => {
  await setClock('2026-11-16T09:00:00Z')
  const [ada, bea] = [await signIn('Ada'), await signIn('Bea')]
  const north = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const quiet = await ada.call(clientsApi.create, { body: { name: 'Quiet' } })
  const website = await ada.call(projectsApi.create, {
    body: { name: 'Website', client_id: north.id, hourly_rate: 80 },
  })
  const old = await ada.call(projectsApi.create, { body: { name: 'Old' } })
  await ada.call(timeEntriesApi.create, {
    body: { project_id: website.id, hours: 1.5, date: '2026-11-12' },
  })
  await ada.call(timeEntriesApi.create, {
    body: { project_id: website.id, hours: 4, date: '2026-11-14', is_billable: false },
  })
  await ada.call(expensesApi.create, {
    body: {
      client_id: north.id,
      description: 'Train',
      category: 'Travel',
      amount: 42.5,
      currency: 'EUR',
      exchange_rate: 1.1,
      date: '2026-11-02',
      is_billable: true,
    },
  })
  for (const [rate, due_date, status] of [
    [100, '2026-11-10', 'sent'],
    [20, '', 'sent'],
    [7, '', 'draft'],
    [9, '', 'paid'],
  ] as const) {
    const items = [{ description: 'Design', quantity: 1, rate }]
    const body = { client_id: north.id, issue_date: '2026-11-01', due_date, items }
    const { id } = await ada.call(invoicesApi.create, { body })
    if (status !== 'draft') await ada.call(invoicesApi.update, { params: { id }, body: { status } })
  }

  const clients = await ada.call(listFiguresApi.clients)
  expect(clients.find(({ client_id }) => client_id === quiet.id)).toBeUndefined()
  expect(clients).toEqual([
    {
      client_id: north.id,
      owed: [{ currency: 'USD', amount: 120 }],
      is_overdue: true,
      unbilled: expect.arrayContaining([
        { currency: 'USD', amount: 120 },
        { currency: 'EUR', amount: 42.5 },
      ]),
      last_active_on: '2026-11-16',
    },
  ])
  const projects = await ada.call(listFiguresApi.projects)
  expect(projects.find(({ project_id }) => project_id === old.id)).toBeUndefined()
  expect(projects).toEqual([{ project_id: website.id, unbilled: [{ currency: 'USD', amount: 120 }] }])
  expect(await bea.call(listFiguresApi.clients)).toEqual([])
  expect(await bea.call(listFiguresApi.projects)).toEqual([])
})
