import { describe, expect, test } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import { addInvoice, type Books, changeInvoice, design, openBooks, TODAY } from '#tests/invoices.ts'

const historyOf = async ({ ada }: Books, id: number) =>
  (await ada.call(invoicesApi.history, { params: { id } })).toReversed()
const told = (history: Awaited<ReturnType<typeof historyOf>>) =>
  history.map(({ title, changes }) => [
    title,
    ...changes.map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`),
  ])

describe('the history of an invoice', () => {
  test('says who changed what and when, in words', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id } = await addInvoice(books, { due_date: '2026-12-01', items: [{ ...design, rate: 100 }] })
    const before = (await historyOf(books, id)).length
    expect(told(await historyOf(books, id))).toContainEqual([
      'Item added',
      'Description:  → Design',
      'Quantity:  → 1.5',
      'Rate:  → $100.00',
      'Amount:  → $150.00',
    ])
    await setClock('2026-11-17T09:30:00Z')
    await changeInvoice(books, id, { status: 'sent', due_date: '2026-12-15' })
    await ada.call(invoicesApi.recordPayment, {
      params: { id },
      body: { amount: 150, paid_on: TODAY, method: 'cash', fee: 1.5 },
    })
    const since = (await historyOf(books, id)).slice(before)
    expect(told(since)).toEqual([
      [
        'Invoice changed',
        'Status: Draft → Sent',
        'Approval:  → Waiting',
        'Due date: Dec 1, 2026 → Dec 15, 2026',
      ],
      ['Payment added', 'Amount:  → $150.00', 'Fee:  → $1.50', 'Day:  → Nov 16, 2026', 'Method:  → Cash'],
      ['Invoice changed', 'Status: Sent → Paid', 'Paid on:  → Nov 16, 2026'],
    ])
    for (const { actor, at } of since) expect([actor, at]).toEqual(['user', '2026-11-17T09:30:00.000Z'])
  })

  test('says in one entry what one payment did, however it is counted', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [{ ...design, rate: 100 }] })
    await changeInvoice(books, id, { status: 'sent' })
    const before = (await historyOf(books, id)).length
    const body = { amount: 200, paid_on: TODAY, excess_as_credit: true }
    await books.ada.call(invoicesApi.recordPayment, { params: { id }, body })
    const [payment] = told((await historyOf(books, id)).slice(before))
    expect(payment?.slice(0, 3)).toEqual(['Payment added', 'Amount:  → $150.00', 'Credit:  → $50.00'])
  })

  test('keeps what was removed, and that it was undone', async () => {
    const books = await openBooks()
    const { ada } = books
    const { id, items } = await addInvoice(books, { items: [design] })
    const before = (await historyOf(books, id)).length
    const params = { id, itemId: items[0]?.id ?? 0 }
    const { removal_id } = await ada.call(invoicesApi.removeItem, { params })
    await ada.call(removalsApi.undo, { params: { id: removal_id } })
    expect(told((await historyOf(books, id)).slice(before)).map(([title]) => title)).toEqual([
      'Item removed',
      'Invoice changed',
      'Item added',
      'Invoice changed',
    ])
  })

  test('has the number that the seal assigned, and credit notes with their lines', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    await ada.call(businessApi.update, { body: { issued_is_final: true } })
    const params = { id: clientId }
    await ada.call(clientsApi.update, { params, body: { name: 'Studio North', approval_required: false } })
    const { id, items } = await addInvoice(books, { items: [{ ...design, rate: 100 }] })
    await changeInvoice(books, id, { status: 'sent' })
    const before = (await historyOf(books, id)).length
    expect(told(await historyOf(books, id)).flat()).toContain('Number: Draft → INV-0001')
    const line = { item_id: items[0]?.id ?? 0, ...design, rate: 100 }
    const note = await ada.call(creditNotesApi.create, { params: { id }, body: { reason: 'Twice' } })
    const noteParams = { id: note.id }
    await ada.call(creditNotesApi.update, { params: noteParams, body: { items: [line] } })
    await ada.call(creditNotesApi.update, {
      params: noteParams,
      body: { items: [{ ...line, quantity: 1 }] },
    })
    await ada.call(creditNotesApi.send, { params: noteParams, body: { mail: false } })
    expect(told((await historyOf(books, id)).slice(before))).toEqual([
      [
        ...['Credit note added', 'Number:  → Draft', 'Status:  → Draft', 'Reason:  → Twice'],
        ...['Date:  → Nov 16, 2026', 'Total:  → $150.00'],
      ],
      [
        ...['Line of a credit note added', 'Description:  → Design', 'Quantity:  → 1.5'],
        ...['Rate:  → $100.00', 'Amount:  → $150.00'],
      ],
      ['Credit note changed', 'Total: $150.00 → $100.00'],
      [
        ...['Line of a credit note removed', 'Description: Design → ', 'Quantity: 1.5 → '],
        ...['Rate: $100.00 → ', 'Amount: $150.00 → '],
      ],
      [
        ...['Line of a credit note added', 'Description:  → Design', 'Quantity:  → 1'],
        ...['Rate:  → $100.00', 'Amount:  → $100.00'],
      ],
      ['Credit note changed', 'Number: Draft → CN-0001', 'Status: Draft → Sent'],
    ])
  })

  test('is of nobody else', async () => {
    const books = await openBooks()
    const eve = await openBooks()
    const { id } = await addInvoice(books)
    expect((await eve.ada.try(invoicesApi.history, { params: { id } })).status).toBe(404)
  })

  test('knows changes that were made past the app', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, { items: [design] })
    const { id: account } = await books.ada.call(accountApi.me)
    const { database } = await sharedApp()
    const values = [account, id]
    await database.pool.query(
      `update invoices set notes = 'Secret' where account_id = $1 and id = $2`,
      values,
    )
    expect((await historyOf(books, id)).at(-1)).toMatchObject({
      actor: 'system',
      changes: [{ label: 'Notes', before: null, after: 'Secret' }],
    })
  })
})

test('the history of an expense says what it was before', async () => {
  const { ada } = await openBooks()
  const spent = { description: 'Train', amount: 40, date: TODAY, category: 'Travel' as const }
  const { id } = await ada.call(expensesApi.create, { body: spent })
  await setClock(`${TODAY}T18:00:00Z`)
  await ada.call(expensesApi.update, { params: { id }, body: { ...spent, amount: 45.5 } })
  const [changed, added] = await ada.call(expensesApi.history, { params: { id } })
  expect(changed).toMatchObject({
    title: 'Expense changed',
    actor: 'user',
    changes: [{ label: 'Amount', before: '$40.00', after: '$45.50' }],
  })
  expect(added).toMatchObject({ title: 'Expense added' })
})

test('the history of a time entry says what its rate was before', async () => {
  const { ada } = await openBooks()
  const { id: project_id } = await ada.call(projectsApi.create, {
    body: { name: 'Website', hourly_rate: 80 },
  })
  const time = { project_id, date: TODAY, hours: 2, description: 'Design' }
  const { id } = await ada.call(timeEntriesApi.create, { body: time })
  const params = { id }
  await ada.call(timeEntriesApi.update, { params, body: { ...time, description: 'Layout' } })
  expect(await ada.call(timeEntriesApi.history, { params })).toEqual([])
  await ada.call(timeEntriesApi.update, { params, body: { ...time, rate: 95.5 } })
  expect(await ada.call(timeEntriesApi.history, { params })).toMatchObject([
    {
      title: 'Rate changed',
      actor: 'user',
      changes: [{ label: 'Rate', before: '$80.00', after: '$95.50' }],
    },
  ])
  const eve = await openBooks()
  expect((await eve.ada.try(timeEntriesApi.history, { params })).status).toBe(404)
})

test('the changes of the hourly rate of a profile are kept', async () => {
  const { ada } = await openBooks()
  for (const hourly_rate of [80, 80, 95.5, null])
    await ada.call(businessApi.update, { body: { hourly_rate } })
  const { database } = await sharedApp()
  const { id } = await ada.call(accountApi.me)
  const { rows } = await database.pool.query(
    `select before, after, actor from changes where account_id = $1 and subject = 'business' order by id`,
    [id],
  )
  const kept = rows.map(({ before, after }) => [before?.hourly_rate ?? null, after.hourly_rate])
  expect(kept).toEqual([
    [null, 8000],
    [8000, 9550],
    [9550, null],
  ])
  expect(rows.every(({ actor }) => actor === 'user')).toBe(true)
})
