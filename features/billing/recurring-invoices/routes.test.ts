import { describe, expect, test } from 'vitest'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import type { Context } from '#server/context.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { retryJobs, runJobs, runScheduledJobs, systemContext } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { mailsTo } from '#tests/mails.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { invalidFields, NOT_FOUND } from '#tests/refusals.ts'
import { makeRecurringInvoice } from './actions/making.ts'
import { type RecurringInvoiceForm, recurringInvoicesApi } from './contract.ts'

const hosting = { description: 'Hosting', quantity: 1, rate: 40 }

interface Studio {
  ada: Person
  clientId: number
  projectId: number
}

/** Ada, who works in New York for one client at $100 an hour. It is noon of this day. */
async function studioOn(day: string, client: { email?: string; currency?: string } = {}): Promise<Studio> {
  await setClock(`${day}T17:00:00Z`)
  const ada = await signIn('Ada')
  await givePlan(ada, 'professional')
  await ada.call(accountApi.update, { body: { time_zone: 'America/New_York' } })
  const { id: clientId } = await ada.call(clientsApi.create, { body: { name: 'Studio North', ...client } })
  const { id: projectId } = await ada.call(projectsApi.create, {
    body: { name: 'Website', client_id: clientId, hourly_rate: 100 },
  })
  return { ada, clientId, projectId }
}

const add = ({ ada, clientId }: Studio, change: Partial<RecurringInvoiceForm> = {}) =>
  ada.call(recurringInvoicesApi.create, {
    body: {
      client_id: clientId,
      kind: 'fixed',
      items: [hosting],
      frequency: 'month',
      start_date: '2026-12-01',
      ...change,
    },
  })

const log = ({ ada, projectId }: Studio, date: string, hours: number, more = {}) =>
  ada.call(timeEntriesApi.create, {
    body: { project_id: projectId, description: 'Design', hours, date, ...more },
  })

const read = ({ ada }: Studio, id: number) => ada.call(recurringInvoicesApi.get, { params: { id } })

/** The oldest first, with their items. */
async function invoicesOf({ ada }: Studio) {
  const list = await ada.call(invoicesApi.list, { query: { limit: 500 } })
  return Promise.all(list.toReversed().map(({ id }) => ada.call(invoicesApi.get, { params: { id } })))
}

/** Ada signs in again, since sessions end. */
async function later(studio: Studio, instant: string): Promise<void> {
  await setClock(instant)
  await runScheduledJobs()
  studio.ada = await signInAs(studio.ada.url, studio.ada)
}

const newEmail = () => `client-${crypto.randomUUID()}@example.com`

describe('a recurring invoice', () => {
  test('with fixed items makes a draft of them when its date has come', async () => {
    const studio = await studioOn('2026-11-16')
    const { clientId, projectId } = studio
    const care = await add(studio, {
      project_id: projectId,
      notes: 'Thank you',
      tax_rate: 19,
      covers: 'coming',
    })
    expect(care).toEqual({
      id: care.id,
      client_id: clientId,
      client_name: 'Studio North',
      project_id: projectId,
      project_name: 'Website',
      kind: 'fixed',
      currency: 'USD',
      items: [{ ...hosting, unit: '', amount: 40 }],
      amount: 40,
      group_by: 'project',
      included_hours: null,
      extra_rate: null,
      covers: 'coming',
      tax_category: 'standard',
      tax_rate: 19,
      notes: 'Thank you',
      auto_send: false,
      frequency: 'month',
      start_date: '2026-12-01',
      end_date: null,
      is_paused: false,
      next_date: '2026-12-01',
      next_dates: ['2026-12-01', '2027-01-01', '2027-02-01'],
      use: null,
      problem: null,
      last_invoice: null,
      version: 1,
    })
    expect(await studio.ada.call(recurringInvoicesApi.list)).toEqual([care])

    await later(studio, '2026-12-01T04:59:00Z')
    expect(await invoicesOf(studio)).toEqual([])
    await later(studio, '2026-12-01T05:01:00Z')
    const [invoice, ...others] = await invoicesOf(studio)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      status: 'draft',
      client_id: clientId,
      project_id: projectId,
      issue_date: '2026-12-01',
      service_from: '2026-12-01',
      service_to: '2026-12-31',
      notes: 'Thank you',
      total: 47.6,
      items: [{ ...hosting, amount: 40, work: null }],
      recurring_invoice_id: care.id,
    })
    const after = await read(studio, care.id)
    expect(after).toMatchObject({ next_date: '2027-01-01', version: 1, problem: null })
    expect(after.last_invoice).toEqual({ id: invoice?.id, invoice_number: 'INV-0001', date: '2026-12-01' })
    const titles = (await studio.ada.call(dashboardApi.recentActivity)).map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Recurring invoice added', 'Invoice created']))
  })

  test('starts today, or with its first date to come; dates that have passed are left out', async () => {
    const studio = await studioOn('2026-11-16')
    const { next_date } = await add(studio, { start_date: '2026-01-31' })
    expect(next_date).toBe('2026-11-30')
    expect(await runJobs()).toBe(0)
    const { id } = await add(studio, { start_date: '2026-11-16' })
    await runJobs()
    expect(await invoicesOf(studio)).toMatchObject([{ recurring_invoice_id: id, issue_date: '2026-11-16' }])
  })

  test('bills the unbilled work of the period before, and nothing else', async () => {
    const studio = await studioOn('2026-11-16')
    const { ada, projectId } = studio
    await add(studio, { kind: 'work', items: [], group_by: 'project' })
    await log(studio, '2026-10-31', 1)
    await log(studio, '2026-11-01', 2)
    await log(studio, '2026-11-30', 3)
    await log(studio, '2026-11-15', 8, { is_billable: false })
    await log(studio, '2026-12-01', 4)
    await ada.call(expensesApi.create, {
      body: {
        project_id: projectId,
        description: 'Fonts',
        category: 'Other',
        amount: 30,
        date: '2026-11-20',
        is_billable: true,
      },
    })
    await ada.call(projectsApi.create, {
      body: { name: 'Logo', client_id: studio.clientId, billing: 'fixed', fixed_fee: 5000 },
    })
    const euros = await ada.call(projectsApi.create, {
      body: { name: 'Paris', client_id: studio.clientId, hourly_rate: 90, currency: 'EUR' },
    })
    await log(studio, '2026-11-10', 1, { project_id: euros.id })
    await later(studio, '2026-12-01T12:00:00Z')
    expect(await invoicesOf(studio)).toMatchObject([
      {
        total: 530,
        currency: 'USD',
        service_from: '2026-11-01',
        service_to: '2026-11-30',
        items: [
          { quantity: 5, unit: 'hours', rate: 100, work: { kind: 'time', count: 2, logged_hours: 5 } },
          { amount: 30, work: { kind: 'expense' } },
        ],
      },
    ])
    const left = await studio.ada.call(billableWorkApi.unbilled, { query: {} })
    expect(left.projects.flatMap(({ time }) => time.map(({ date }) => date)).toSorted()).toEqual([
      '2026-10-31',
      '2026-11-10',
      '2026-12-01',
    ])
  })

  test('of work says that nothing was unbilled, and goes on', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio, { kind: 'work', items: [] })
    await later(studio, '2026-12-01T12:00:00Z')
    expect(await invoicesOf(studio)).toEqual([])
    expect(await read(studio, id)).toMatchObject({
      next_date: '2027-01-01',
      problem: { kind: 'nothing_unbilled', date: '2026-12-01', reason: '' },
    })
    await log(studio, '2026-12-15', 1)
    await later(studio, '2027-01-01T12:00:00Z')
    expect(await invoicesOf(studio)).toMatchObject([{ total: 100 }])
    expect(await read(studio, id)).toMatchObject({ problem: null })
  })

  test('of a retainer shows what is used, covers it, and bills what goes beyond', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio, {
      kind: 'retainer',
      items: [{ description: 'Care plan', quantity: 1, rate: 800 }],
      included_hours: 10,
      extra_rate: 120,
    })
    const period = { from: '2026-11-01', to: '2026-11-30' }
    expect(await read(studio, id)).toMatchObject({
      use: { ...period, used_hours: 0, left_hours: 10, extra_hours: 0 },
    })
    await log(studio, '2026-11-02', 4)
    await log(studio, '2026-11-03', 2.5)
    expect(await read(studio, id)).toMatchObject({ use: { used_hours: 6.5, left_hours: 3.5 } })
    await log(studio, '2026-11-16', 6)
    expect(await read(studio, id)).toMatchObject({ use: { left_hours: 0, extra_hours: 2.5 } })
    await log(studio, '2026-10-31', 1)

    await later(studio, '2026-12-01T12:00:00Z')
    const [invoice] = await invoicesOf(studio)
    expect(invoice).toMatchObject({
      total: 1100,
      service_from: period.from,
      service_to: period.to,
      items: [
        { description: 'Care plan', amount: 800, work: { kind: 'time', count: 3, logged_hours: 12.5 } },
        {
          description: 'Hours beyond the 10 included, Nov 1, 2026 – Nov 30, 2026',
          quantity: 2.5,
          unit: 'hours',
          amount: 300,
        },
      ],
    })
    expect(await read(studio, id)).toMatchObject({
      use: { from: '2026-12-01', used_hours: 0, left_hours: 10 },
    })
    const unbilled = async () =>
      (await studio.ada.call(billableWorkApi.unbilledSums, { query: {} })).sums.map(({ hours }) => hours)
    expect(await unbilled()).toEqual([1])
    await studio.ada.call(invoicesApi.remove, { params: { id: invoice?.id ?? 0 } })
    expect(await unbilled()).toEqual([13.5])
  })

  test('sends what it makes, if that was chosen', async () => {
    const email = newEmail()
    const studio = await studioOn('2026-11-16', { email })
    const { id } = await add(studio, { auto_send: true })
    await later(studio, '2026-12-01T12:00:00Z')
    expect(await invoicesOf(studio)).toMatchObject([{ status: 'sent' }])
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Invoice INV-0001 from'),
    ])
    expect(await read(studio, id)).toMatchObject({ problem: null })
    await later(studio, '2026-12-01T14:00:00Z')
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('that cannot send leaves a draft, says why, and tells the freelancer', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio, { auto_send: true })
    await later(studio, '2026-12-01T12:00:00Z')
    expect(await invoicesOf(studio)).toMatchObject([{ status: 'draft' }])
    const { problem, next_date } = await read(studio, id)
    expect(problem).toMatchObject({ kind: 'not_sent', date: '2026-12-01' })
    expect(problem?.reason).toContain('Studio North has no email address')
    expect(next_date).toBe('2027-01-01')
    expect((await mailsTo(studio.ada.email)).map(({ subject }) => subject)).toEqual([
      'Invoice INV-0001 was not sent',
    ])
  })

  test('at the limit of mails says so, and sends as soon as there is room', async () => {
    const email = newEmail()
    const studio = await studioOn('2026-11-16', { email })
    for (let count = 0; count < 12; count++) await add(studio, { auto_send: true })
    const problems = async () =>
      (await studio.ada.call(recurringInvoicesApi.list)).flatMap(({ problem }) => problem ?? [])
    await later(studio, '2026-12-01T12:00:00Z')
    expect(await mailsTo(email)).toHaveLength(10)
    const notSent = {
      kind: 'not_sent',
      date: '2026-12-01',
      reason: `You can send at most 10 emails an hour to ${email}. Daybook sends it as soon as there is room.`,
    }
    expect(await problems()).toEqual([notSent, notSent])
    await later(studio, '2026-12-01T13:00:00Z')
    expect(await mailsTo(email)).toHaveLength(12)
    expect((await invoicesOf(studio)).map(({ status }) => status)).toEqual(Array(12).fill('sent'))
    expect(await problems()).toEqual([])
  })

  test('without an exchange rate makes a draft, which is not sent', async () => {
    const studio = await studioOn('2026-11-16', { email: newEmail(), currency: 'EUR' })
    const { id } = await add(studio, { auto_send: true })
    await later(studio, '2026-12-01T12:00:00Z')
    expect(await invoicesOf(studio)).toMatchObject([{ status: 'draft', currency: 'EUR', home_total: null }])
    expect((await read(studio, id)).problem?.reason).toContain('exchange rate')
  })

  test('waits at the limit of the plan, says so once, and is made when there is room', async () => {
    const studio = await studioOn('2026-11-16')
    await givePlan(studio.ada, 'free')
    const { id } = await add(studio)
    const second = await add(studio, { start_date: '2026-12-02' })
    await setClock('2026-12-01T02:00:00Z')
    await later(studio, '2026-12-01T06:00:00Z')
    expect(await invoicesOf(studio)).toHaveLength(1)
    for (let count = 0; count < 4; count++) {
      await studio.ada.call(invoicesApi.create, {
        body: { client_id: studio.clientId, issue_date: '2026-12-01' },
      })
    }
    for (const hour of ['06', '07', '08']) await later(studio, `2026-12-02T${hour}:00:00Z`)
    expect(await invoicesOf(studio)).toHaveLength(5)
    expect(await read(studio, second.id)).toMatchObject({
      next_date: '2026-12-02',
      problem: { kind: 'limit_reached', date: '2026-12-02' },
    })
    expect(await read(studio, id)).toMatchObject({ problem: null })
    expect(await studio.ada.call(dashboardApi.stats)).toMatchObject({ waitingInvoicesCount: 1 })
    expect((await mailsTo(studio.ada.email)).map(({ subject }) => subject)).toEqual([
      'A recurring invoice was not made',
    ])

    await givePlan(studio.ada, 'starter')
    await later(studio, '2026-12-05T12:00:00Z')
    expect((await invoicesOf(studio)).at(-1)).toMatchObject({
      recurring_invoice_id: second.id,
      issue_date: '2026-12-05',
      service_to: '2026-12-01',
    })
    expect(await read(studio, second.id)).toMatchObject({ next_date: '2027-01-02', problem: null })
    expect(await studio.ada.call(dashboardApi.stats)).toMatchObject({ waitingInvoicesCount: 0 })
    expect(await mailsTo(studio.ada.email)).toHaveLength(1)
  })

  test('makes each date of two years once, however often and at once the job runs', async () => {
    const studio = await studioOn('2026-11-16')
    const monthly = await add(studio, { start_date: '2026-12-31' })
    const weekly = await add(studio, { frequency: 'week', start_date: '2026-11-20', end_date: '2027-02-01' })
    const runAtOnce = async () => {
      const ctx = await systemContext(studio.ada.email)
      const run = ({ id }: { id: number }) =>
        makeRecurringInvoice.run(ctx, { id }, { number: 1, isLast: false })
      await Promise.all([run(monthly), run(weekly), run(monthly), run(weekly), run(monthly)])
    }
    // Longer and longer without the job, as if the server had been down; over both clock changes.
    const days = [
      '2026-12-31',
      '2027-01-30',
      '2027-03-14',
      '2027-03-31',
      '2027-11-07',
      '2028-02-29',
      '2028-11-30',
    ]
    for (const day of days) {
      await setClock(`${day}T17:00:00Z`)
      await runAtOnce()
    }
    const { database } = await sharedApp()
    const { accountId: id } = await systemContext(studio.ada.email)
    const { rows } = await database.pool.query(
      `select recurring_invoice_id as recurring, recurring_date::text as date, number from invoices
       where account_id = $1 order by recurring_date, number`,
      [id],
    )
    const dates = ({ id: recurring }: { id: number }) =>
      rows.filter((row) => Number(row.recurring) === recurring).map(({ date }) => date)
    expect(dates(monthly)).toHaveLength(24)
    expect(dates(monthly).slice(0, 4)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'])
    expect(dates(monthly).slice(-11, -9)).toEqual(['2028-01-31', '2028-02-29'])
    expect(new Set(dates(monthly)).size).toBe(24)
    expect(dates(weekly)).toHaveLength(11)
    expect(rows.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(
      rows.map((_, i) => i + 1),
    )
  })

  test('interrupted after the invoice was written is made once by the next attempt', async () => {
    const email = newEmail()
    const studio = await studioOn('2026-11-16', { email })
    await log(studio, '2026-11-10', 2)
    const { id } = await add(studio, { kind: 'work', items: [], auto_send: true })
    await setClock('2026-12-01T12:00:00Z')
    const ctx = await systemContext(studio.ada.email)
    const interrupted = () => Promise.reject(new Error('killed'))
    const services = { ...ctx.services, jobs: { ...ctx.services.jobs, put: interrupted } }
    const killed: Context = { ...ctx, services }
    await expect(makeRecurringInvoice.run(killed, { id }, { number: 1, isLast: false })).rejects.toThrow(
      'killed',
    )
    expect(await invoicesOf(studio)).toEqual([])
    await later(studio, '2026-12-01T12:00:00Z')
    await retryJobs()
    expect(await invoicesOf(studio)).toMatchObject([
      { invoice_number: 'INV-0001', total: 200, status: 'sent' },
    ])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('cannot be made twice for one date, even if the database forgot how far it came', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio, { start_date: '2026-11-16' })
    await runJobs()
    const { database } = await sharedApp()
    await database.pool.query(
      `update recurring_invoices set handled_until = '2026-11-15', next_date = '2026-11-16' where id = $1`,
      [id],
    )
    const ctx = await systemContext(studio.ada.email)
    await expect(makeRecurringInvoice.run(ctx, { id }, { number: 1, isLast: false })).rejects.toThrow(
      'invoices_once_per_recurrence',
    )
    expect(await invoicesOf(studio)).toHaveLength(1)
  })

  test('is changed for the dates to come; an invoice that was deleted does not come back', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio)
    await later(studio, '2026-12-01T12:00:00Z')
    await studio.ada.call(invoicesApi.remove, { params: { id: firstOf(await invoicesOf(studio)).id } })
    const body: RecurringInvoiceForm = {
      client_id: studio.clientId,
      kind: 'retainer',
      items: [{ ...hosting, rate: 45 }, hosting],
      included_hours: 5,
      frequency: 'month',
      start_date: '2026-12-01',
    }
    const changed = await studio.ada.call(recurringInvoicesApi.update, { params: { id }, body })
    expect(changed).toMatchObject({ amount: 85, kind: 'retainer', next_date: '2027-01-01', version: 2 })
    await later(studio, '2026-12-20T12:00:00Z')
    expect(await invoicesOf(studio)).toEqual([])
    const weekly: RecurringInvoiceForm = {
      ...body,
      kind: 'fixed',
      frequency: 'week',
      start_date: '2026-12-14',
    }
    expect(
      await studio.ada.call(recurringInvoicesApi.update, { params: { id }, body: weekly }),
    ).toMatchObject({
      next_date: '2026-12-21',
      included_hours: null,
    })
    await later(studio, '2026-12-22T12:00:00Z')
    expect(await invoicesOf(studio)).toMatchObject([{ total: 85 }])
  })

  test('is paused and resumed; what falls into the pause is left out', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio)
    const params = { id }
    expect(await studio.ada.call(recurringInvoicesApi.pause, { params })).toMatchObject({
      is_paused: true,
      next_date: null,
      next_dates: [],
      version: 2,
    })
    expect(await studio.ada.call(recurringInvoicesApi.pause, { params })).toMatchObject({ version: 2 })
    await later(studio, '2027-02-10T12:00:00Z')
    expect(await studio.ada.call(recurringInvoicesApi.resume, { params })).toMatchObject({
      next_date: '2027-03-01',
    })
    await later(studio, '2027-03-01T12:00:00Z')
    expect(await invoicesOf(studio)).toMatchObject([{ issue_date: '2027-03-01' }])
  })

  test('pauses when its client is archived, and is deleted when the client is erased', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio)
    const params = { id: studio.clientId }
    expect(await studio.ada.call(clientsApi.remove, { params })).toMatchObject({ outcome: 'archived' })
    await later(studio, '2026-12-01T12:00:00Z')
    expect(await invoicesOf(studio)).toEqual([])
    expect(await read(studio, id)).toMatchObject({
      is_paused: true,
      problem: { kind: 'not_made', reason: 'Studio North is archived.' },
    })
    await studio.ada.call(clientsApi.restore, { params })
    expect(await studio.ada.call(recurringInvoicesApi.resume, { params: { id } })).toMatchObject({
      problem: null,
      next_date: '2027-01-01',
    })
    await studio.ada.call(clientsApi.remove, { params })
    await studio.ada.call(clientPageApi.erase, { params })
    expect(await studio.ada.call(recurringInvoicesApi.list)).toEqual([])
  })

  test('is removed without what it made, and restored with it', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio, { start_date: '2026-11-16' })
    await runJobs()
    const before = await read(studio, id)
    const { removal_id } = await studio.ada.call(recurringInvoicesApi.remove, { params: { id } })
    expect(await studio.ada.try(recurringInvoicesApi.remove, { params: { id } })).toMatchObject(NOT_FOUND)
    expect(await invoicesOf(studio)).toMatchObject([{ recurring_invoice_id: null }])
    await studio.ada.call(removalsApi.undo, { params: { id: removal_id } })
    expect(await read(studio, id)).toEqual({ ...before, version: 2 })
    expect(await invoicesOf(studio)).toMatchObject([{ recurring_invoice_id: id }])
  })

  test('keeps its client and project from being removed', async () => {
    const studio = await studioOn('2026-11-16')
    const { ada, projectId } = studio
    await add(studio, { project_id: projectId })
    await ada.call(projectsApi.remove, { params: { id: projectId } })
    expect(await ada.call(projectsApi.get, { params: { id: projectId } })).toMatchObject({
      status: 'cancelled',
    })
  })

  test('belongs to one account', async () => {
    const studio = await studioOn('2026-11-16')
    const { id } = await add(studio)
    const eve = await studioOn('2026-11-16')
    const params = { id }
    const body = {
      client_id: eve.clientId,
      kind: 'work',
      frequency: 'month',
      start_date: '2026-12-01',
    } as const
    expect(await eve.ada.try(recurringInvoicesApi.get, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.ada.try(recurringInvoicesApi.update, { params, body })).toMatchObject(NOT_FOUND)
    expect(await eve.ada.try(recurringInvoicesApi.pause, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.ada.try(recurringInvoicesApi.resume, { params })).toMatchObject(NOT_FOUND)
    expect(await eve.ada.try(recurringInvoicesApi.remove, { params })).toMatchObject(NOT_FOUND)
    const foreign = { ...body, client_id: studio.clientId }
    expect(await eve.ada.try(recurringInvoicesApi.create, { body: foreign })).toMatchObject(NOT_FOUND)
    expect(await read(studio, id)).toMatchObject({ version: 1 })
  })

  test.each<[string, Record<string, unknown>]>([
    ['client_id', { client_id: undefined }],
    ['kind', { kind: 'gift' }],
    ['items', { items: [] }],
    ['items.0.rate', { items: [{ ...hosting, rate: 1.005 }] }],
    ['included_hours', { kind: 'retainer' }],
    ['extra_rate', { kind: 'retainer', included_hours: 5, extra_rate: 1.005 }],
    ['tax_rate', { tax_category: 'exempt', tax_rate: 7 }],
    ['frequency', { frequency: 'day' }],
    ['start_date', { start_date: '2027-02-30' }],
    ['end_date', { end_date: '2026-11-30' }],
  ])('needs a right %s', async (field, change) => {
    const { ada, clientId } = await studioOn('2026-11-16')
    const sound = { client_id: clientId, kind: 'fixed', items: [hosting], frequency: 'month' }
    const body = { ...sound, start_date: '2026-12-01', ...change }
    expect(invalidFields(await ada.request('POST', recurringInvoicesApi.create.path, body))).toEqual([field])
    expect(await ada.call(recurringInvoicesApi.list)).toEqual([])
  })
})
