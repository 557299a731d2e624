import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { moneyApi } from '#features/pages/money/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { addProject, log, spend } from '#tests/billable-work.ts'
import { openBooks } from '#tests/invoices.ts'
import { billableWorkApi } from './contract.ts'

describe('unbilled work', () => {
  test('is nothing at first', async () => {
    const ada = await signIn('Ada')
    expect(await ada.call(billableWorkApi.unbilled)).toEqual({ projects: [], sums: [], truncated: false })
    expect(await ada.call(billableWorkApi.unbilledSums)).toEqual({
      home_currency: 'USD',
      home_amount: 0,
      is_complete: true,
      sums: [],
    })
  })

  test('beyond the 5,000 records that are listed is part of the sums', async () => {
    const books = await openBooks()
    const { id } = await addProject(books)
    await log(books, id, { hours: 1 })
    const { database } = await sharedApp()
    await database.pool.query(
      `insert into time_entries (account_id, project_id, description, hours, date, is_billable, rate, rate_hours, search, created_at)
       select account_id, id, 'Draft', 3600, '2026-11-10', true, 10000, 3600, '', now()
       from projects, generate_series(1, 5000) where id = $1`,
      [id],
    )
    const { projects, sums, truncated } = await books.ada.call(billableWorkApi.unbilled)
    const all = [{ currency: 'USD', count: 5001, hours: 5001, amount: 500_100 }]
    expect({ sums, truncated }).toEqual({ sums: all, truncated: true })
    expect(projects).toMatchObject([{ project_id: id, sums: all }])
    expect(projects[0]?.time).toHaveLength(5000)
  })

  test('is listed by project, with what it is worth', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    const { id } = await addProject(books)
    const [later, earlier] = [await log(books, id, { date: '2026-11-05', hours: 2 }), await log(books, id)]
    await log(books, id, { is_billable: false })
    const fonts = await spend(books, id, { markup_percent: 10 })
    await spend(books, id, { is_billable: false })
    await spend(books, null, { is_billable: false })
    const milestone = await ada.call(milestonesApi.create, {
      params: { id },
      body: { title: 'Launch', status: 'completed', fee: 500 },
    })
    await ada.call(milestonesApi.create, { params: { id }, body: { title: 'Later', fee: 100 } })
    await ada.call(deliverablesApi.create, { params: { id }, body: { title: 'Logo', fee: 300 } })
    const rate = { rate: 100, rate_unit: 'hour', rate_hours: 1, is_fixed: false }
    expect(await ada.call(billableWorkApi.unbilled)).toEqual({
      projects: [
        {
          project_id: id,
          project_name: 'Website',
          client_id: clientId,
          client_name: 'Studio North',
          currency: 'USD',
          fixed_fee: null,
          time: [
            {
              id: earlier.id,
              date: '2026-11-02',
              description: 'Design',
              hours: 1.5,
              billed_hours: 1.5,
              ...rate,
              amount: 150,
            },
            {
              id: later.id,
              date: '2026-11-05',
              description: 'Design',
              hours: 2,
              billed_hours: 2,
              ...rate,
              amount: 200,
            },
          ],
          expenses: [
            {
              id: fonts.id,
              date: '2026-11-03',
              description: 'Fonts',
              category: 'Other',
              currency: 'USD',
              amount: 44,
            },
          ],
          fees: [
            {
              kind: 'milestone',
              id: milestone.id,
              date: '2026-11-16',
              description: 'Launch',
              version: null,
              approved_by: null,
              amount: 500,
            },
          ],
          sums: [{ currency: 'USD', count: 4, hours: 3.5, amount: 894 }],
        },
      ],
      sums: [{ currency: 'USD', count: 4, hours: 3.5, amount: 894 }],
      truncated: false,
    })
  })

  test('includes expenses without a project: of a client, and of nobody yet', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    const hotel = await spend(books, null, { description: 'Hotel', client_id: clientId })
    const lunch = await spend(books, null, { description: 'Lunch', is_billable: false })
    const { database } = await sharedApp()
    await database.pool.query('update expenses set is_billable = true where id = $1', [lunch.id])
    const { projects, sums } = await ada.call(billableWorkApi.unbilled)
    expect(projects).toMatchObject([
      {
        project_id: null,
        project_name: null,
        client_id: null,
        client_name: null,
        expenses: [{ id: lunch.id }],
      },
      { project_id: null, client_id: clientId, client_name: 'Studio North', expenses: [{ id: hotel.id }] },
    ])
    expect(sums).toEqual([{ currency: 'USD', count: 2, hours: 0, amount: 80 }])
    expect(await ada.call(billableWorkApi.unbilledSums)).toMatchObject({ home_amount: 80 })
    expect(await ada.call(moneyApi.money)).toMatchObject({ unbilled: { amount: 80, count: 2 } })
    const ofClient = await ada.call(billableWorkApi.unbilled, { query: { client_id: clientId } })
    expect(ofClient.projects).toMatchObject([{ expenses: [{ id: hotel.id }] }])
    const website = await addProject(books)
    const ofProject = await ada.call(billableWorkApi.unbilled, { query: { project_id: website.id } })
    expect(ofProject.projects).toEqual([])

    const { id: other } = await ada.call(clientsApi.create, { body: { name: 'Studio South' } })
    const bill = { expense_ids: [hotel.id] }
    const issue_date = '2026-11-16'
    const toOther = { body: { client_id: other, issue_date, bill } }
    expect(await ada.try(invoicesApi.create, toOther)).toMatchObject({ status: 409 })
    const entry = await log(books, website.id)
    const both = { ...bill, time_entry_ids: [entry.id] }
    const invoice = await ada.call(invoicesApi.create, {
      body: { client_id: clientId, issue_date, bill: both },
    })
    expect(invoice).toMatchObject({ project_id: null, total: 190, items: [{}, { amount: 40 }] })
  })

  test('is filtered by client, project and days, and is nobody else’s', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    const [website, own] = [await addProject(books), await addProject(books, { client_id: null })]
    await log(books, website.id)
    await log(books, own.id, { date: '2026-11-09' })
    const shown = async (query: object) => {
      const { projects, sums } = await ada.call(billableWorkApi.unbilled, { query })
      const home_amount = sums.reduce((sum, { amount }) => sum + amount, 0)
      expect(await ada.call(billableWorkApi.unbilledSums, { query })).toEqual({
        home_currency: 'USD',
        home_amount,
        is_complete: true,
        sums,
      })
      return projects.map(({ project_id }) => project_id)
    }
    expect(await shown({})).toEqual([website.id, own.id])
    expect(await shown({ client_id: clientId })).toEqual([website.id])
    expect(await shown({ project_id: own.id })).toEqual([own.id])
    expect(await shown({ from: '2026-11-03' })).toEqual([own.id])
    expect(await shown({ to: '2026-11-03' })).toEqual([website.id])
    const eve = await signIn('Eve')
    expect((await eve.call(billableWorkApi.unbilled)).projects).toEqual([])
    expect((await eve.call(billableWorkApi.unbilledSums)).sums).toEqual([])
  })

  test('in several currencies adds up in the home currency, of all days and of some', async () => {
    const books = await openBooks()
    const { ada } = books
    const [dollars, euros, yen] = [
      await addProject(books),
      await addProject(books, { currency: 'EUR' }),
      await addProject(books, { currency: 'JPY', hourly_rate: 10_000 }),
    ]
    await log(books, dollars.id, { hours: 1 })
    await log(books, euros.id, { hours: 2 })
    await spend(books, euros.id, { date: '2026-10-30', currency: 'EUR', exchange_rate: 1.5, amount: 100 })
    await log(books, yen.id, { date: '2026-10-30', hours: 1 })
    const summed = async (query = {}) => {
      const { home_amount, is_complete } = await ada.call(billableWorkApi.unbilledSums, { query })
      return [home_amount, is_complete]
    }
    expect(await summed()).toEqual([100 + 200 * 1.5 + 100 * 1.5, false])
    expect(await summed({ from: '2026-11-01' })).toEqual([100 + 200 * 1.5, true])
    expect(await summed({ to: '2026-10-31' })).toEqual([100 * 1.5, false])
    const { unbilled } = await ada.call(moneyApi.money)
    expect([unbilled.amount, unbilled.is_complete]).toEqual(await summed())
  })

  test('includes time without a rate, unless the project is not paid by time', async () => {
    const books = await openBooks()
    const { ada } = books
    const [hourly, fixed, free] = [
      await addProject(books, { hourly_rate: null }),
      await addProject(books, { name: 'Shop', billing: 'fixed', fixed_fee: 3000 }),
      await addProject(books, { name: 'Zine', billing: 'none' }),
    ]
    for (const { id } of [hourly, fixed, free]) await log(books, id)
    const { projects } = await ada.call(billableWorkApi.unbilled)
    expect(projects).toMatchObject([
      { project_name: 'Shop', time: [], fees: [{ kind: 'fixed_fee', id: fixed.id, amount: 3000 }] },
      { project_name: 'Website', time: [{ amount: null }], fees: [], sums: [{ amount: 0, hours: 1.5 }] },
    ])
  })
})
