import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { addProject, log, spend } from '#tests/billable-work.ts'
import { type Books, changeInvoice, design, openBooks, readInvoice } from '#tests/invoices.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, openStudio, submit } from '#tests/portal.ts'
import { CONFLICT, NOT_FOUND } from '#tests/refusals.ts'
import { type Bill, billableWorkApi } from './contract.ts'

type BillForm = z.input<typeof Bill>

const invoiceOf = (clientId: number, bill: BillForm, more = {}) => ({
  body: { client_id: clientId, issue_date: '2026-11-16', bill, ...more },
})

const billed = ({ ada, clientId }: Books, bill: BillForm, more = {}) =>
  ada.call(invoicesApi.create, invoiceOf(clientId, bill, more))

const tryToBill = ({ ada, clientId }: Books, bill: BillForm, more = {}) =>
  ada.try(invoicesApi.create, invoiceOf(clientId, bill, more))

const readTime = ({ ada }: Books, id: number) => ada.call(timeEntriesApi.get, { params: { id } })
const refusal = (sentence: string) => ({ status: 409, body: { code: 'billed', error: sentence } })

/** A project with two entries and an expense. */
async function openWork() {
  const books = await openBooks()
  const project = await addProject(books)
  const [first, second] = [
    await log(books, project.id),
    await log(books, project.id, { date: '2026-11-05', hours: 2 }),
  ]
  const fonts = await spend(books, project.id)
  return { books, project, first, second, fonts, ids: [first.id, second.id] }
}

describe('an invoice of unbilled work', () => {
  test('has a line for it, its project and its period', async () => {
    const { books, project, ids, fonts } = await openWork()
    const invoice = await billed(books, { time_entry_ids: ids, expense_ids: [fonts.id], group_by: 'project' })
    expect(invoice).toMatchObject({
      project_id: project.id,
      service_from: '2026-11-02',
      service_to: '2026-11-05',
      total: 390,
      items: [
        {
          description: 'Website',
          quantity: 3.5,
          unit: 'hours',
          rate: 100,
          amount: 350,
          work: { kind: 'time', logged_hours: 3.5, count: 2 },
        },
        {
          description: 'Nov 3, 2026: Fonts',
          quantity: 1,
          amount: 40,
          work: { kind: 'expense', logged_hours: null, count: 1 },
        },
      ],
    })
    const { id, invoice_number } = invoice
    for (const entry of ids) {
      expect(await readTime(books, entry)).toMatchObject({
        is_billed: true,
        invoice: { id, invoice_number },
        version: 2,
      })
    }
    expect((await books.ada.call(billableWorkApi.unbilled)).projects).toEqual([])
    const listed = (billed: 'true' | 'false') => books.ada.call(timeEntriesApi.list, { query: { billed } })
    expect(await listed('true')).toHaveLength(2)
    expect(await listed('false')).toHaveLength(0)
    expect(await books.ada.call(expensesApi.totals, { query: { billed: 'true' } })).toMatchObject({
      count: 1,
    })
  })

  test('keeps a period and items that are given', async () => {
    const { books, ids } = await openWork()
    const hosting = { description: 'Hosting', quantity: 1, rate: 20 }
    const invoice = await billed(
      books,
      { time_entry_ids: ids },
      { service_from: '2026-11-01', items: [hosting] },
    )
    expect(invoice).toMatchObject({ service_from: '2026-11-01', service_to: null, total: 370 })
    expect(invoice.items.map(({ work }) => work?.count)).toEqual([1, 1, undefined])
  })

  test('rounds time as the profile says, and remembers what was logged', async () => {
    const { books, first } = await openWork()
    await books.ada.call(businessApi.update, {
      body: { time_rounding_minutes: 30, time_rounding_mode: 'up' },
    })
    const odd = await log(books, first.project_id, { hours: 1.1 })
    const { items } = await billed(books, { time_entry_ids: [first.id, odd.id], group_by: 'project' })
    expect(items).toMatchObject([{ quantity: 3, amount: 300, work: { logged_hours: 2.6, count: 2 } }])
  })

  test('cites the client’s approval for the fee of a deliverable', async () => {
    const studio = await openStudio()
    const { ada, client, clientId, projectId } = studio
    const books = { ada, clientId }
    const deliverableId = await addDeliverable(studio, { title: 'Checkout flow', fee: 1200 })
    const bill = { deliverable_ids: [deliverableId] }
    await submit(studio, deliverableId)
    expect(await tryToBill(books, bill)).toMatchObject(CONFLICT)
    await client.call(portalApi.approveDeliverable, { params: { deliverableId }, body: {} })
    const [found] = (await ada.call(billableWorkApi.unbilled)).projects
    expect(found?.fees).toMatchObject([{ kind: 'deliverable', id: deliverableId, amount: 1200, version: 1 }])
    const { items, total, project_id } = await billed(books, bill)
    expect({ total, project_id }).toEqual({ total: 1200, project_id: projectId })
    expect(items[0]?.description).toMatch(/^Checkout flow, version 1, approved by .+ on November 1\d, 2026$/)
    expect(await tryToBill(books, bill)).toMatchObject({ status: 409, body: { code: 'billed' } })
  })

  test('bills a milestone once it is completed', async () => {
    const { books, project } = await openWork()
    const { ada } = books
    const params = { id: project.id }
    const { id } = await ada.call(milestonesApi.create, { params, body: { title: 'Launch', fee: 500 } })
    expect(await tryToBill(books, { milestone_ids: [id] })).toMatchObject(CONFLICT)
    const edit = (body: object) =>
      ada.try(milestonesApi.update, {
        params: { ...params, milestoneId: id },
        body: { title: 'Launch', ...body },
      })
    await edit({ status: 'completed' })
    const { items, invoice_number } = await billed(books, { milestone_ids: [id] })
    expect(items).toMatchObject([{ description: 'Launch, completed on November 16, 2026', amount: 500 }])
    const locked = refusal(`This milestone is billed on ${invoice_number}. Remove it from the invoice first.`)
    expect(await edit({ fee: 600 })).toMatchObject(locked)
    expect(await edit({ status: 'pending' })).toMatchObject(locked)
    expect(await ada.try(milestonesApi.remove, { params: { ...params, milestoneId: id } })).toMatchObject(
      locked,
    )
    expect(await edit({ description: 'At last' })).toMatchObject({ status: 200 })
  })

  test('bills a fixed fee in parts, and no more than is left', async () => {
    const books = await openBooks()
    const { id: project_id } = await addProject(books, { billing: 'fixed', fixed_fee: 3000 })
    const part = (amount: number) => ({ fixed_fees: [{ project_id, amount }] })
    const first = await billed(books, part(1000))
    expect(first.items).toMatchObject([
      {
        description: 'Website: Part of the fixed fee of $3,000.00',
        amount: 1000,
        work: { kind: 'fixed_fee', count: 1 },
      },
    ])
    const left = async () => {
      const { projects } = await books.ada.call(billableWorkApi.unbilled)
      return projects.flatMap(({ fees }) => fees.map(({ amount }) => amount))
    }
    expect(await left()).toEqual([2000])
    expect(await tryToBill(books, part(2500))).toMatchObject(
      refusal('Only $2,000.00 is left of the fixed fee of “Website”'),
    )
    const second = await billed(books, part(2000))
    expect(await left()).toEqual([])
    expect(await tryToBill(books, part(1))).toMatchObject({ status: 409, body: { code: 'billed' } })
    await changeInvoice(books, first.id, { status: 'cancelled' })
    expect(await left()).toEqual([1000])
    await billed(books, part(500))
    expect(
      await books.ada.try(invoicesApi.update, { params: { id: first.id }, body: { status: 'draft' } }),
    ).toMatchObject(refusal(`The fixed fee of “Website” is now billed on ${second.invoice_number}`))
    expect(await books.ada.call(projectsApi.remove, { params: { id: project_id } })).toMatchObject({
      outcome: 'cancelled',
    })
  })

  test.each(['delete the draft', 'cancel it', 'remove the line', 'remove another line'] as const)(
    'takes a fixed fee that was edited above what is left back: %s',
    async (how) => {
      const books = await openBooks()
      const { ada } = books
      const { id: project_id } = await addProject(books, { billing: 'fixed', fixed_fee: 3000 })
      const part = (amount: number) => ({ fixed_fees: [{ project_id, amount }] })
      await billed(books, part(1000))
      const { id, items } = await billed(books, part(2000))
      const params = { id }
      const itemId = items[0]?.id ?? 0
      const body = { description: 'Website', quantity: 1, rate: 2500 }
      await ada.call(invoicesApi.updateItem, { params: { id, itemId }, body })
      const other = await ada.call(invoicesApi.addItem, { params, body: design })
      const removal_id = await {
        'delete the draft': async () => (await ada.call(invoicesApi.remove, { params })).removal_id,
        'cancel it': async () => {
          await changeInvoice(books, id, { status: 'cancelled' })
          return undefined
        },
        'remove the line': async () =>
          (await ada.call(invoicesApi.removeItem, { params: { id, itemId } })).removal_id,
        'remove another line': async () =>
          (await ada.call(invoicesApi.removeItem, { params: { id, itemId: other.id } })).removal_id,
      }[how]()
      const undo = () =>
        removal_id === undefined
          ? ada.try(invoicesApi.update, { params, body: { status: 'draft' } })
          : ada.try(removalsApi.undo, { params: { id: removal_id } })
      expect(await undo()).toMatchObject({ status: 200 })
      expect(await readInvoice(books, id)).toMatchObject({ subtotal: 2500 + 149.99 })
    },
  )

  test('does not take a fixed fee back of which another invoice billed more since', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id: project_id } = await addProject(books, { billing: 'fixed', fixed_fee: 3000 })
    const part = (amount: number) => ({ fixed_fees: [{ project_id, amount }] })
    await billed(books, part(1000))
    const { id, items } = await billed(books, part(2000))
    const itemId = items[0]?.id ?? 0
    const { removal_id } = await ada.call(invoicesApi.removeItem, { params: { id, itemId } })
    const third = await billed(books, part(1))
    const undone = await ada.try(removalsApi.undo, { params: { id: removal_id } })
    expect(undone).toMatchObject({ status: 409, body: { code: 'billed' } })
    await ada.call(invoicesApi.remove, { params: { id: third.id } })
    expect(await ada.try(removalsApi.undo, { params: { id: removal_id } })).toMatchObject({ status: 200 })
  })

  test('has one currency', async () => {
    const { books, project, ids } = await openWork()
    const hotel = await spend(books, project.id, { currency: 'EUR', exchange_rate: 1.1 })
    expect(await tryToBill(books, { time_entry_ids: ids, expense_ids: [hotel.id] })).toMatchObject({
      status: 409,
      body: { error: 'Work in EUR cannot be billed on an invoice in USD' },
    })
    expect(await tryToBill(books, { time_entry_ids: ids }, { currency: 'EUR' })).toMatchObject(CONFLICT)
    const invoice = await billed(books, { time_entry_ids: ids })
    expect(
      await books.ada.try(invoicesApi.update, { params: { id: invoice.id }, body: { currency: 'EUR' } }),
    ).toMatchObject(CONFLICT)
    expect(await billed(books, { expense_ids: [hotel.id] })).toMatchObject({ currency: 'EUR', total: 40 })
  })

  test('is for the client whose work it is', async () => {
    const { books, ids } = await openWork()
    const { ada } = books
    const other = await ada.call(clientsApi.create, { body: { name: 'Studio South' } })
    expect(await tryToBill({ ada, clientId: other.id }, { time_entry_ids: ids })).toMatchObject({
      status: 400,
    })
    const { id } = await billed(books, { time_entry_ids: ids })
    expect(
      await ada.try(invoicesApi.update, { params: { id }, body: { client_id: other.id } }),
    ).toMatchObject(CONFLICT)
  })

  test('bills nothing that is unknown, not billable or billed already', async () => {
    const { books, project, first, second } = await openWork()
    const eve = await openBooks()
    expect(await tryToBill(eve, { time_entry_ids: [first.id] })).toMatchObject(NOT_FOUND)
    const free = await log(books, project.id, { is_billable: false })
    expect(await tryToBill(books, { time_entry_ids: [free.id] })).toMatchObject({
      status: 409,
      body: { error: 'This time cannot be billed' },
    })
    const { invoice_number } = await billed(books, { time_entry_ids: [first.id] })
    expect(await tryToBill(books, { time_entry_ids: [first.id, second.id] })).toMatchObject(
      refusal(`This time is already billed on ${invoice_number}`),
    )
    expect(await readTime(books, second.id)).toMatchObject({ is_billed: false, invoice: null })
  })

  test('bills time without a rate at nothing', async () => {
    const books = await openBooks()
    const { id } = await addProject(books, { hourly_rate: null })
    const { id: entry } = await log(books, id)
    expect(await billed(books, { time_entry_ids: [entry] })).toMatchObject({
      total: 0,
      items: [{ quantity: 1.5, rate: 0, amount: 0 }],
    })
  })

  test('counts towards the plan like others', async () => {
    const { books, ids } = await openWork()
    await givePlan(books.ada, 'free')
    const [first = 0, second = 0] = ids
    await billed(books, { time_entry_ids: [first] })
    let answer = await tryToBill(books, { group_by: 'day' })
    while (answer.status === 201) answer = await tryToBill(books, { group_by: 'day' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'invoice_limit_reached' } })
    expect(await tryToBill(books, { time_entry_ids: [second] })).toMatchObject({ status: 403 })
    expect(await readTime(books, second)).toMatchObject({ is_billed: false })
  })
})

describe('billed work', () => {
  test('does not change', async () => {
    const { books, first, fonts } = await openWork()
    const { ada } = books
    const { invoice_number } = await billed(books, { time_entry_ids: [first.id], expense_ids: [fonts.id] })
    const { project_id, date } = first
    const change = { project_id, date, hours: 8 }
    const params = { id: first.id }
    const locked = refusal(`This time is billed on ${invoice_number}. Remove it from the invoice first.`)
    expect(await ada.try(timeEntriesApi.update, { params, body: change })).toMatchObject(locked)
    expect(await ada.try(timeEntriesApi.remove, { params })).toMatchObject(locked)
    const expense = { description: 'Fonts', amount: 40, date: '2026-11-03', project_id, is_billable: true }
    const spent = { params: { id: fonts.id } }
    const tooMuch = { ...expense, category: 'Other', amount: 50 } as const
    expect(await ada.try(expensesApi.update, { ...spent, body: tooMuch })).toMatchObject({
      status: 409,
      body: { code: 'billed' },
    })
    expect(await ada.try(expensesApi.remove, spent)).toMatchObject({ status: 409, body: { code: 'billed' } })
    const category = { ...expense, category: 'Software & Tools' } as const
    expect(await ada.call(expensesApi.update, { ...spent, body: category })).toMatchObject({
      category: 'Software & Tools',
      is_billed: true,
    })
  })

  test('is free again when its line is removed, and when the draft is deleted', async () => {
    const { books, first, second, ids } = await openWork()
    const { ada } = books
    const { id, items } = await billed(books, { time_entry_ids: ids })
    await ada.call(invoicesApi.removeItem, { params: { id, itemId: items[0]?.id ?? 0 } })
    expect(await readTime(books, first.id)).toMatchObject({ is_billed: false, invoice: null, version: 3 })
    expect(await readTime(books, second.id)).toMatchObject({ is_billed: true, invoice: { id } })
    expect(await ada.call(invoicesApi.remove, { params: { id } })).toMatchObject({ outcome: 'deleted' })
    expect(await readTime(books, second.id)).toMatchObject({ is_billed: false, invoice: null })
  })

  test('is on its line again when the removal of the line or the draft is undone', async () => {
    const { books, first, ids } = await openWork()
    const { ada } = books
    const { id, items } = await billed(books, { time_entry_ids: ids })
    const undo = (removalId: number) => ada.try(removalsApi.undo, { params: { id: removalId } })
    const isBilled = () => readTime(books, first.id).then((entry) => entry.invoice?.id === id)
    const removeLine = () => ada.call(invoicesApi.removeItem, { params: { id, itemId: items[0]?.id ?? 0 } })
    const line = await removeLine()
    expect(await isBilled()).toBe(false)
    expect(await undo(line.removal_id)).toMatchObject({ status: 200 })
    expect(await isBilled()).toBe(true)
    const draft = await ada.call(invoicesApi.remove, { params: { id } })
    expect(await isBilled()).toBe(false)
    expect(await undo(draft.removal_id)).toMatchObject({ status: 200 })
    expect(await isBilled()).toBe(true)
    const again = await removeLine()
    const other = await billed(books, { time_entry_ids: [first.id] })
    expect(await undo(again.removal_id)).toMatchObject(
      refusal(`Work on this invoice is now billed on ${other.invoice_number}`),
    )
    expect(await readTime(books, first.id)).toMatchObject({ invoice: { id: other.id } })
  })

  test('is free again when the invoice is cancelled, and taken back when that is undone', async () => {
    const { books, ids, first, second } = await openWork()
    const { id } = await billed(books, { time_entry_ids: ids, group_by: 'project' })
    await changeInvoice(books, id, { status: 'cancelled' })
    for (const entry of ids) expect(await readTime(books, entry)).toMatchObject({ is_billed: false })
    await books.ada.call(timeEntriesApi.update, {
      params: { id: first.id },
      body: { project_id: first.project_id, date: first.date, hours: 1 },
    })
    await books.ada.call(timeEntriesApi.remove, { params: { id: second.id } })
    await changeInvoice(books, id, { status: 'draft' })
    expect(await readTime(books, first.id)).toMatchObject({ is_billed: true, invoice: { id } })
    expect((await readInvoice(books, id)).items).toMatchObject([
      { quantity: 3.5, work: { kind: 'time', logged_hours: 1, count: 1 } },
    ])
  })

  test('stays on the invoice that billed it since', async () => {
    const { books, ids } = await openWork()
    const { id } = await billed(books, { time_entry_ids: ids })
    await changeInvoice(books, id, { status: 'cancelled' })
    const other = await billed(books, { time_entry_ids: ids.slice(0, 1) })
    expect(
      await books.ada.try(invoicesApi.update, { params: { id }, body: { status: 'sent' } }),
    ).toMatchObject(refusal(`Work on this invoice is now billed on ${other.invoice_number}`))
    expect(await readInvoice(books, id)).toMatchObject({ status: 'cancelled' })
    for (const entry of ids.slice(1)) expect(await readTime(books, entry)).toMatchObject({ is_billed: false })
  })

  test('keeps what was logged when the line is adjusted, and a copy of the invoice bills none of it', async () => {
    const { books, ids } = await openWork()
    const { ada } = books
    const { id, items } = await billed(books, { time_entry_ids: ids, group_by: 'project' })
    const adjusted = { description: 'Website', quantity: 3, rate: 100 }
    await ada.call(invoicesApi.updateItem, { params: { id, itemId: items[0]?.id ?? 0 }, body: adjusted })
    expect((await readInvoice(books, id)).items).toMatchObject([
      { quantity: 3, unit: 'hours', work: { logged_hours: 3.5, count: 2 } },
    ])
    const copy = await ada.call(invoicesApi.duplicate, { params: { id } })
    expect(copy.items).toMatchObject([{ quantity: 3, work: null }])
  })

  test('keeps its rate when the project gets another', async () => {
    const { books, project, first, second } = await openWork()
    await billed(books, { time_entry_ids: [first.id] })
    await books.ada.call(projectsApi.update, {
      params: { id: project.id },
      body: { name: 'Website', client_id: books.clientId, hourly_rate: 120, apply_rate: 'unbilled' },
    })
    expect(await readTime(books, first.id)).toMatchObject({ rate: 100 })
    expect(await readTime(books, second.id)).toMatchObject({ rate: 120 })
  })
})

describe('revenue', () => {
  test('of an invoice for two projects belongs to both, however it is paid', async () => {
    const books = await openBooks()
    const { ada } = books
    const website = await addProject(books, { name: 'Website', hourly_rate: 100 })
    const shop = await addProject(books, { name: 'Shop', hourly_rate: 100 })
    const entries = [await log(books, website.id, { hours: 20 }), await log(books, shop.id, { hours: 30 })]
    const { id } = await billed(books, { time_entry_ids: entries.map((entry) => entry.id) })
    await ada.call(invoicesApi.addItem, {
      params: { id },
      body: { description: 'Fonts', quantity: 1, rate: 0.01 },
    })
    await changeInvoice(books, id, { tax_rate: 19, discount_percent: 10, status: 'sent' })
    const revenue = async () => {
      const { projectProfitability, unassigned, totalRevenue } = await ada.call(reportsApi.get)
      const parts = projectProfitability.map((row) => [row.project_name, row.revenue])
      return { ...Object.fromEntries(parts), none: unassigned.revenue, total: totalRevenue }
    }
    const pay = (amount: number) =>
      ada.call(invoicesApi.recordPayment, { params: { id }, body: { amount, paid_on: '2026-11-16' } })
    await pay(0.01)
    await pay(1000)
    expect(await revenue()).toEqual({ Website: 336.14, Shop: 504.2, none: 0, total: 840.34 })
    await changeInvoice(books, id, { status: 'paid' })
    expect(await revenue()).toEqual({ Website: 1800, Shop: 2700, none: 0.01, total: 4500.01 })
  })
})
