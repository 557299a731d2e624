import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { moneyApi } from '#features/pages/money/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { setClock } from '#tests/app.ts'
import { addProject, log } from '#tests/billable-work.ts'
import { type Books, openBooks } from '#tests/invoices.ts'
import { billableWorkApi, type GroupBy } from './contract.ts'

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

async function logTimes(books: Books, project: number, count: number, entry: { hours: number }) {
  const ids: number[] = []
  for (const _ of times(count)) ids.push((await log(books, project, entry)).id)
  return ids
}

const unbilledAmount = async ({ ada }: Books): Promise<number> => {
  const { sums } = await ada.call(billableWorkApi.unbilledSums)
  const { unbilled } = await ada.call(moneyApi.money)
  const listed = await ada.call(billableWorkApi.unbilled)
  expect(unbilled.amount).toBe(sums[0]?.amount)
  expect(listed.sums).toEqual(sums)
  return sums[0]?.amount ?? 0
}

const bill = ({ ada, clientId }: Books, time_entry_ids: number[], group_by: GroupBy) =>
  ada.call(invoicesApi.create, {
    body: { client_id: clientId, issue_date: '2026-11-16', tax_rate: 0, bill: { time_entry_ids, group_by } },
  })

describe('billed to the cent', () => {
  test.each(['entry', 'project'] as const)('are twenty hours of a day rate, by %s', async (group_by) => {
    const books = await openBooks()
    const project = await addProject(books, { billing: 'daily', daily_rate: 800 })
    const ids = await logTimes(books, project.id, 20, { hours: 1 })
    expect(await unbilledAmount(books)).toBe(2000)
    expect((await bill(books, ids, group_by)).total).toBe(2000)
  })

  test('are minutes, also after the text of their line was changed', async () => {
    const books = await openBooks()
    const project = await addProject(books, { hourly_rate: 140 })
    const ids = await logTimes(books, project.id, 1, { hours: 1.3333 })
    const { id, items } = await bill(books, ids, 'entry')
    const [item] = items
    if (!item) throw new Error('the invoice has no line')
    expect(item).toMatchObject({ quantity: 1.3333, rate: 140, amount: 186.67 })
    const change = (body: { description: string; quantity: number; rate: number }) =>
      books.ada.call(invoicesApi.updateItem, { params: { id, itemId: item.id }, body })
    expect(await change({ description: 'Call', quantity: 1.3333, rate: 140 })).toMatchObject({
      amount: 186.67,
    })
    expect(await change({ description: 'Call', quantity: 1.3333, rate: 141 })).toMatchObject({ amount: 188 })
  })

  test('is time that the profile rounds', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, {
      body: { time_rounding_minutes: 15, time_rounding_mode: 'up' },
    })
    const project = await addProject(books, { hourly_rate: 100 })
    const ids = await logTimes(books, project.id, 10, { hours: 0.1 })
    expect(await unbilledAmount(books)).toBe(250)
    const listed = await books.ada.call(billableWorkApi.unbilled)
    expect(listed.projects[0]?.time[0]).toMatchObject({ hours: 0.1, billed_hours: 0.25, amount: 25 })
    expect((await bill(books, ids, 'day')).total).toBe(250)
  })

  test('is what timers measured: twelve of five minutes are an hour', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id: project_id } = await addProject(books, { hourly_rate: 140 })
    for (const count of times(12)) {
      await setClock(`2026-11-16T09:${String(count * 5).padStart(2, '0')}:00Z`)
      await ada.call(timerApi.start, { body: { project_id } })
      await setClock(new Date(Date.parse('2026-11-16T09:05:00Z') + count * 300_000).toISOString())
      await ada.call(timerApi.stop)
    }
    const project = await ada.call(projectsApi.get, { params: { id: project_id } })
    expect(project.hours_total).toBe(1)
    expect(await unbilledAmount(books)).toBe(140)
  })

  test('is time by the second', async () => {
    const books = await openBooks()
    const { id } = await addProject(books, { hourly_rate: 60 })
    const entry = await log(books, id, { hours: 1 })
    const { project_id, date, description } = entry
    for (const hours of [0.1669, 2.0003, 0.3333])
      expect(
        await books.ada.call(timeEntriesApi.update, {
          params: { id: entry.id },
          body: { project_id, date, description, hours },
        }),
      ).toMatchObject({ hours })
  })
})
