import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { type ProjectForm, projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { firstOf } from '#tests/lists.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { dashboardApi } from './contract.ts'

const stats = (person: Person) => person.call(dashboardApi.stats)
const activity = (person: Person) => person.call(dashboardApi.recentActivity)

const addClient = async (person: Person, name: string) =>
  (await person.call(clientsApi.create, { body: { name } })).id
const addProject = async (person: Person, project: ProjectForm) =>
  (await person.call(projectsApi.create, { body: project })).id

/** Written directly to the tables that the dashboard reads. */
async function logTime(person: Person, project_id: number, entries: [date: string, hours: number][]) {
  const { database } = await sharedApp()
  const { id } = await person.call(accountApi.me)
  for (const [date, hours] of entries) {
    await database.pool.query(
      `insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
       values ($1, $2, '', $3, $4, true, '', now())`,
      [id, project_id, hours * 3600, date],
    )
  }
}

async function invoice(person: Person, client_id: number, invoices: [status: string, cents: number][]) {
  const { database } = await sharedApp()
  const { id } = await person.call(accountApi.me)
  for (const [index, [status, total]] of invoices.entries()) {
    await database.pool.query(
      `insert into invoices (account_id, number, client_id, client_name, issue_date, tax_rate, currency, subtotal,
         tax_amount, total, home_total, amount_paid, home_paid, notes, status, search, created_at)
       values ($1, $2, $3, 'Studio North', '2026-11-01', 0, 'USD', $4, 0, $4, $4, $6, $6, '', $5, '', now())`,
      [id, index + 1, client_id, total, status, status === 'paid' ? total : 0],
    )
  }
}

describe('the figures', () => {
  test('of a new account are zero', async () => {
    expect(await stats(await signIn('Ada'))).toEqual({
      currency: 'USD',
      clientsCount: 0,
      newClientsCount: 0,
      projectsCount: 0,
      nearBudgetCount: 0,
      thisMonthHours: 0,
      thisMonthBillableHours: 0,
      pendingInvoicesTotal: 0,
      overdueInvoicesCount: 0,
      waitingInvoicesCount: 0,
    })
  })

  test('count clients that are not archived', async () => {
    const ada = await signIn('Ada')
    const [north] = [await addClient(ada, 'Studio North'), await addClient(ada, 'Zebra')]
    await addProject(ada, { name: 'Webshop', client_id: north })
    expect((await stats(ada)).clientsCount).toBe(2)
    expect((await ada.call(clientsApi.remove, { params: { id: north } })).outcome).toBe('archived')
    expect((await stats(ada)).clientsCount).toBe(1)
  })

  test('count projects that are active', async () => {
    const ada = await signIn('Ada')
    for (const status of ['active', 'active', 'completed', 'on_hold', 'cancelled'] as const) {
      await addProject(ada, { name: status, status })
    }
    expect((await stats(ada)).projectsCount).toBe(2)
  })

  test('add up the hours of the month, from its first day to its last', async () => {
    await setClock('2028-02-10T12:00:00Z')
    const ada = await signIn('Ada')
    const project = await addProject(ada, { name: 'Webshop' })
    await logTime(ada, project, [
      ['2028-01-31', 100],
      ['2028-02-01', 0.1],
      ['2028-02-29', 0.25],
      ['2028-03-01', 100],
    ])
    expect((await stats(ada)).thisMonthHours).toBe(0.35)
  })

  test('say how many clients are new, how much time is billable, and which budgets are nearly used up', async () => {
    await setClock('2026-10-31T23:30:00Z')
    const ada = await signIn('Ada', 'America/New_York')
    await addClient(ada, 'Of October')
    await setClock('2026-11-01T03:59:59Z')
    await addClient(ada, 'Of the last hour of October in New York')
    await setClock('2026-11-01T04:00:00Z')
    await addClient(ada, 'Of November')
    for (const [budget, hours] of [
      [{ budget_hours: 10 }, 8],
      [{ budget_hours: 10 }, 7.9],
      [{ budget_amount: 1000, hourly_rate: 100 }, 8],
      [{}, 500],
    ] as const) {
      const project_id = await addProject(ada, { name: 'Webshop', ...budget })
      const body = { project_id, hours: hours / 2, date: '2026-10-30' }
      await ada.call(timeEntriesApi.create, { body })
      await ada.call(timeEntriesApi.create, { body: { ...body, date: '2026-10-29' } })
    }
    const project_id = await addProject(ada, { name: 'Shop', status: 'completed' })
    const body = { project_id, hours: 3, date: '2026-11-01' }
    await ada.call(timeEntriesApi.create, { body })
    await ada.call(timeEntriesApi.create, { body: { ...body, hours: 1, is_billable: false } })
    expect(await stats(ada)).toMatchObject({
      clientsCount: 3,
      newClientsCount: 1,
      projectsCount: 4,
      nearBudgetCount: 2,
      thisMonthHours: 4,
      thisMonthBillableHours: 3,
    })
  })

  test.each([
    ['2026-11-30T23:59:59Z', 12, 11, 11],
    ['2026-12-01T00:00:00Z', 12, 12, 11],
    ['2026-12-01T09:59:59Z', 12, 12, 11],
    ['2026-12-01T10:00:00Z', 12, 12, 12],
    ['2026-11-30T14:59:59Z', 11, 11, 11],
    ['2026-11-30T15:00:00Z', 12, 11, 11],
  ])('at %s are those of each account’s own month', async (instant, tokyo, utc, honolulu) => {
    await setClock(instant)
    const hours = async (name: string, timeZone: string) => {
      const person = await signIn(name, timeZone)
      await logTime(person, await addProject(person, { name: 'Webshop' }), [
        ['2026-11-30', 11],
        ['2026-12-01', 12],
      ])
      return (await stats(person)).thisMonthHours
    }
    expect(await hours('Yuki', 'Asia/Tokyo')).toBe(tokyo)
    expect(await hours('Ada', 'UTC')).toBe(utc)
    expect(await hours('Leilani', 'Pacific/Honolulu')).toBe(honolulu)
  })

  test('follow a change of the time zone at once', async () => {
    await setClock('2026-11-30T20:00:00Z')
    const ada = await signIn('Ada', 'UTC')
    await logTime(ada, await addProject(ada, { name: 'Webshop' }), [
      ['2026-11-30', 11],
      ['2026-12-01', 12],
    ])
    expect((await stats(ada)).thisMonthHours).toBe(11)
    await ada.call(accountApi.update, { body: { time_zone: 'Asia/Tokyo' } })
    expect((await stats(ada)).thisMonthHours).toBe(12)
  })

  test('add up what was sent and what is overdue, and nothing else', async () => {
    const ada = await signIn('Ada')
    await invoice(ada, await addClient(ada, 'Studio North'), [
      ['sent', 10],
      ['overdue', 20],
      ['sent', 99_999_999_999],
      ['draft', 4_000_000],
      ['paid', 5_000_000],
      ['cancelled', 6_000_000],
    ])
    expect((await stats(ada)).pendingInvoicesTotal).toBe(1_000_000_000.29)
  })

  test('are hidden from other accounts', async () => {
    const [ada, eve] = await Promise.all([signIn('Ada'), signIn('Eve')])
    const client = await addClient(ada, 'Studio North')
    await addProject(ada, { name: 'Webshop' })
    await invoice(ada, client, [['sent', 100]])
    expect(await stats(eve)).toMatchObject({ clientsCount: 0, projectsCount: 0, pendingInvoicesTotal: 0 })
    expect(await activity(eve)).toEqual([])
  })
})

describe('recent activity', () => {
  test('lists what happened, newest first, with its time', async () => {
    const ada = await signIn('Ada')
    await setClock('2026-11-15T10:00:00Z')
    const client = await addClient(ada, '<b>Studio</b> 🦓')
    await setClock('2026-11-15T11:30:00Z')
    const project = await addProject(ada, { name: 'Webshop' })
    expect(await activity(ada)).toEqual([
      {
        type: 'project',
        title: 'Project created',
        description: 'Webshop',
        date: '2026-11-15T11:30:00.000Z',
        subject: { type: 'project', id: project },
        removal_id: null,
      },
      {
        type: 'client',
        title: 'Client added',
        description: '<b>Studio</b> 🦓',
        date: '2026-11-15T10:00:00.000Z',
        subject: { type: 'client', id: client },
        removal_id: null,
      },
    ])
  })

  test('links to its subject while that exists', async () => {
    const ada = await signIn('Ada')
    const client = await addClient(ada, 'Studio North')
    const project = await addProject(ada, { name: 'Webshop', client_id: client })
    const entry = await ada.call(timeEntriesApi.create, {
      body: { project_id: project, hours: 1, date: '2026-11-15' },
    })
    const expense = await ada.call(expensesApi.create, {
      body: { category: 'Other', description: 'Fonts', amount: 10, date: '2026-11-15' },
    })
    const invoice = await ada.call(invoicesApi.create, {
      body: { client_id: client, issue_date: '2026-11-15' },
    })
    await ada.call(milestonesApi.create, { params: { id: project }, body: { title: 'Design' } })
    await ada.call(deliverablesApi.create, { params: { id: project }, body: { title: 'Logo' } })
    await ada.call(commentsApi.create, {
      params: { id: project },
      body: { content: 'A first\n\nidea '.repeat(50) },
    })
    const subjects = async () => (await activity(ada)).map(({ subject }) => subject)
    expect(await subjects()).toEqual([
      { type: 'project_comments', id: project },
      { type: 'project_deliverables', id: project },
      { type: 'project_milestones', id: project },
      { type: 'invoice', id: invoice.id },
      { type: 'expense', id: expense.id },
      { type: 'time_entry', id: entry.id },
      { type: 'project', id: project },
      { type: 'client', id: client },
    ])
    const { description } = firstOf(await activity(ada))
    expect(description).toMatch(/^Webshop: A first idea A first .*…$/)
    expect(description.length).toBeLessThanOrEqual(200)

    await ada.call(timeEntriesApi.remove, { params: { id: entry.id } })
    await ada.call(expensesApi.remove, { params: { id: expense.id } })
    await ada.call(clientsApi.remove, { params: { id: client } })
    const left = await subjects()
    expect(left.slice(0, 3)).toEqual([null, null, null])
    expect(left.slice(6)).toEqual([
      { type: 'invoice', id: invoice.id },
      null,
      null,
      { type: 'project', id: project },
    ])
  })

  test('contains the newest ten', async () => {
    const ada = await signIn('Ada')
    for (let count = 1; count <= 12; count += 1) await addProject(ada, { name: `Project ${count}` })
    const names = (await activity(ada)).map(({ description }) => description)
    expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `Project ${12 - index}`))
  })

  test('does not contain what was refused', async () => {
    const ada = await signIn('Ada')
    expect((await ada.try(projectsApi.create, { body: { name: '' } })).status).toBe(400)
    expect((await ada.try(projectsApi.create, { body: { name: 'Webshop', client_id: 1 } })).status).toBe(404)
    expect(await activity(ada)).toEqual([])
  })
})

test('all of it requires a session', async () => {
  const visitor = new Visitor((await sharedApp()).url)
  expect((await visitor.try(dashboardApi.stats)).status).toBe(401)
  expect((await visitor.try(dashboardApi.recentActivity)).status).toBe(401)
})
