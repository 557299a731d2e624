import { expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { signIn } from '#tests/app.ts'
import { atOnce, repeated, statuses } from '#tests/at-once.ts'
import { addClient, issued, logWork, NOT_RUNNING, sendInvoice, tryToPay } from '#tests/crowded-books.ts'
import type { Answer } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'

test('five of fifty invoices are created, numbered without gaps', async () => {
  const ada = await signIn('Ada')
  await givePlan(ada, 'free')
  const { id } = await addClient(ada)
  const answers = await atOnce(50, () => ada.try(invoicesApi.create, { body: issued(id) }))
  expect(statuses(answers)).toEqual([...repeated(201, 5), ...repeated(403, 45)])
  for (const { body } of answers.filter(({ status }) => status === 403))
    expect(body).toMatchObject({
      error: 'Invoice limit reached',
      code: 'invoice_limit_reached',
      details: expect.stringContaining('5'),
    })
  const numbers = ['INV-0001', 'INV-0002', 'INV-0003', 'INV-0004', 'INV-0005']
  const created = answers.flatMap((answer) => (answer.ok ? [answer.body.invoice_number] : []))
  expect(created.toSorted()).toEqual(numbers)
  const listed = await ada.call(invoicesApi.list)
  expect(listed.map(({ invoice_number }) => invoice_number)).toEqual(numbers.toReversed())
})

test('twenty requests with one Idempotency-Key create one record', async () => {
  const ada = await signIn('Ada')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const clients = await atOnce(20, () =>
    ada.call(clientsApi.create, { body: { name: 'Studio North' }, headers }),
  )
  expect(new Set(clients.map(({ id }) => id)).size).toBe(1)
  expect(await ada.call(clientsApi.list)).toHaveLength(1)
})

test('fifty payments never come to more than the invoice', async () => {
  const ada = await signIn('Ada')
  const id = await sendInvoice(ada)
  const answers = await atOnce(50, () => tryToPay(ada, id, 15))
  expect(statuses(answers)).toEqual([...repeated(201, 9), ...repeated(400, 41)])
  const paid = await ada.call(invoicesApi.get, { params: { id } })
  expect(paid).toMatchObject({ total: 149.99, amount_paid: 135, balance: 14.99, status: 'sent' })
  expect((await ada.call(invoicesApi.payments, { params: { id } })).payments).toHaveLength(9)
})

test('leave one timer at most, and no time twice', async () => {
  const ada = await signIn('Ada')
  const { id: project_id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  const answers = await atOnce<Answer>(100, (index) =>
    index % 2 === 0
      ? ada.try(timerApi.start, { body: { project_id, description: `${index}` } })
      : ada.try(timerApi.stop),
  )
  for (const { status, body } of answers)
    if (status !== 201) expect({ status, body }).toMatchObject({ status: 409, body: NOT_RUNNING })
  const running = await ada.call(timerApi.get)
  if (running) await ada.call(timerApi.stop)

  const entries = await ada.call(timeEntriesApi.list, { query: { limit: 500 } })
  const periods = entries
    .map(({ started_at, ended_at }) => [started_at ?? '', ended_at ?? ''] as const)
    .toSorted(([one], [other]) => one.localeCompare(other))
  expect(periods.length).toBeGreaterThan(0)
  expect(new Set(entries.map(({ description }) => description)).size).toBe(entries.length)
  for (const [index, [started]] of periods.entries())
    expect(started >= (periods[index - 1]?.[1] ?? '')).toBe(true)
})

test('bills each entry once in fifty invoices at once', async () => {
  const { ada, ids, tryToBill } = await logWork(6)
  // Every choice overlaps with others, and names its entries in another order.
  const answers = await atOnce(50, (index) => {
    const chosen = ids.filter((_, place) => index === 0 || (index + place) % 3 > 0)
    return tryToBill(index % 2 === 0 ? chosen : chosen.toReversed())
  })
  const refused = answers.filter(({ status }) => status !== 201)
  const billedOn = expect.stringMatching(/already billed, the first on INV-|already billed on INV-/)
  for (const { status, body } of refused)
    expect({ status, ...body }).toEqual({ status: 409, code: 'billed', error: billedOn })
  const invoices = await ada.call(invoicesApi.list)
  expect(invoices).toHaveLength(answers.length - refused.length)
  expect(invoices.length).toBeGreaterThan(0)
  const lines = await Promise.all(
    invoices.map(async ({ id }) => (await ada.call(invoicesApi.get, { params: { id } })).items),
  ).then((items) => items.flat())
  const billed = await ada.call(timeEntriesApi.list, { query: { billed: 'true' } })
  expect(lines).toHaveLength(billed.length)
  expect(lines.map(({ work }) => work?.count)).toEqual(repeated(1, billed.length))
})
