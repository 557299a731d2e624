import { expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { signIn } from '#tests/app.ts'
import { moneyApi } from './contract.ts'

const TODAY = '2026-11-16'

test('work that is being billed is counted exactly once, at any moment', async () => {
  const ada = await signIn('Ada')
  const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const project = await ada.call(projectsApi.create, {
    body: { name: 'Website', client_id, hourly_rate: 100 },
  })
  const time_entry_ids: number[] = []
  for (let hours = 1; hours <= 4; hours += 1) {
    const body = { project_id: project.id, hours: 1, date: TODAY }
    time_entry_ids.push((await ada.call(timeEntriesApi.create, { body })).id)
  }
  const seen: number[] = []
  const watch = async () => {
    for (let look = 0; look < 12; look += 1) {
      const { unbilled, drafts } = await ada.call(moneyApi.money)
      seen.push(unbilled.amount + drafts.amount)
    }
  }
  const bill = async () => {
    for (const id of time_entry_ids)
      await ada.call(invoicesApi.create, {
        body: { client_id, issue_date: TODAY, bill: { time_entry_ids: [id] } },
      })
  }
  await Promise.all([watch(), bill()])
  expect(new Set(seen)).toEqual(new Set([400]))
})
