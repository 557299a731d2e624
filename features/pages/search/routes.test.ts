import { describe, expect, test } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, signIn } from '#tests/app.ts'
import type { Body, Person } from '#tests/people.ts'
import { Visitor } from '#tests/people.ts'
import { invalidField } from '#tests/refusals.ts'
import { searchApi } from './contract.ts'

const TODAY = '2026-11-16'

const search = (person: Person, q: string) => person.call(searchApi.search, { query: { q } })

/** The titles of the results, by kind. */
async function titles(person: Person, q: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const result of await search(person, q)) {
    found[result.kind] = [...(found[result.kind] ?? []), titleOf(result)]
  }
  return found
}

const titleOf = (result: Body<typeof searchApi.search>[number]): string => {
  if (result.kind === 'invoice') return result.invoice_number
  if (result.kind === 'credit_note') return result.credit_note_number
  return 'name' in result ? result.name : result.description
}

async function openStudio(name = 'Ada') {
  await setClock(`${TODAY}T12:00:00Z`)
  const person = await signIn(name)
  const pine = await person.call(clientsApi.create, {
    body: { name: 'Harbor & Pine', company: 'Kiefer GmbH' },
  })
  const rebrand = await person.call(projectsApi.create, { body: { name: 'Rebrand', client_id: pine.id } })
  return { person, pine, rebrand }
}

const bill = (person: Person, client_id: number, amount: number, currency?: string) =>
  person.call(invoicesApi.create, {
    body: {
      client_id,
      issue_date: '2026-11-01',
      due_date: '2026-11-10',
      ...(currency && { currency, exchange_rate: 1 }),
      items: [{ description: 'Design', quantity: 1, rate: amount }],
    },
  })

const log = (person: Person, project_id: number, description: string, date = TODAY) =>
  person.call(timeEntriesApi.create, { body: { project_id, description, hours: 1.5, date } })

const spend = (person: Person, description: string, more: object = {}) =>
  person.call(expensesApi.create, {
    body: { description, amount: 49, category: 'Travel', date: TODAY, ...more },
  })

describe('a search', () => {
  test('finds each kind by the name of a client, with all that a row shows', async () => {
    const { person: ada, pine, rebrand } = await openStudio()
    const invoice = await bill(ada, pine.id, 4312.5)
    const entry = await log(ada, rebrand.id, 'Wireframes')
    const expense = await spend(ada, 'Train', { project_id: rebrand.id })

    expect(await search(ada, 'pINE')).toEqual([
      { kind: 'client', id: pine.id, name: 'Harbor & Pine', company: 'Kiefer GmbH', archived: false },
      { kind: 'project', id: rebrand.id, name: 'Rebrand', client_name: 'Harbor & Pine', status: 'active' },
      {
        kind: 'invoice',
        id: invoice.id,
        invoice_number: 'INV-0001',
        number: 1,
        client_name: 'Harbor & Pine',
        issue_date: '2026-11-01',
        status: 'draft',
        currency: 'USD',
        total: 4312.5,
        balance: 4312.5,
      },
      {
        kind: 'time_entry',
        id: entry.id,
        description: 'Wireframes',
        project_name: 'Rebrand',
        client_name: 'Harbor & Pine',
        date: TODAY,
        hours: 1.5,
      },
      {
        kind: 'expense',
        id: expense.id,
        description: 'Train',
        category: 'Travel',
        project_name: 'Rebrand',
        client_name: 'Harbor & Pine',
        date: TODAY,
        currency: 'USD',
        amount: 49,
      },
    ])
  })

  test('finds what has all words, in any order and without accents', async () => {
    const { person: ada, rebrand } = await openStudio()
    await log(ada, rebrand.id, 'Café menu')
    await log(ada, rebrand.id, 'Poster')
    await spend(ada, 'Printer', { client_id: (await ada.call(clientsApi.list))[0]?.id })
    expect(await titles(ada, 'menu cafe')).toEqual({ time_entry: ['Café menu'] })
    expect(await titles(ada, 'poster  PINE')).toEqual({ time_entry: ['Poster'] })
    expect(await titles(ada, 'pine printer')).toEqual({ expense: ['Printer'] })
    expect(await titles(ada, 'menu poster')).toEqual({})
  })

  test('finds nothing without a text', async () => {
    const { person: ada } = await openStudio()
    expect(await ada.call(searchApi.search)).toEqual([])
    expect(await search(ada, ' \t ')).toEqual([])
  })

  test('finds nothing of another account', async () => {
    const { person: ada, pine, rebrand } = await openStudio()
    await bill(ada, pine.id, 4312.5)
    await log(ada, rebrand.id, 'Wireframes')
    await spend(ada, 'Train', { project_id: rebrand.id })
    const { person: grace } = await openStudio('Grace')
    for (const q of ['wireframes', 'train', 'INV-0001', '1', '4312.50']) {
      expect(await search(ada, q), q).not.toEqual([])
      expect(await search(grace, q), q).toEqual([])
    }
    expect(await new Visitor(ada.url).try(searchApi.search)).toMatchObject({ status: 401 })
  })

  test('shows a sent invoice after its due date as overdue', async () => {
    const { person: ada, pine } = await openStudio()
    const { id } = await bill(ada, pine.id, 100)
    await ada.call(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
    expect(await search(ada, 'INV-0001')).toMatchObject([{ kind: 'invoice', status: 'overdue' }])
  })
})

describe('an invoice', () => {
  test.each(['INV-0012', 'inv-12', 'INV 12', 'inv12', '#12', '12', '0012'])(
    'is the first result for its number as %s',
    async (q) => {
      const { person: ada, pine } = await openStudio()
      for (let number = 1; number <= 13; number += 1) await bill(ada, pine.id, 900 + number)
      expect((await search(ada, q))[0]).toMatchObject({ kind: 'invoice', invoice_number: 'INV-0012' })
    },
  )

  test.each([
    ['4312.5', '4312.50', '4,312.50', '4.312,50', '$4,312.50', '4312,50 USD', "4'312.50", '4 312,50'],
  ])('is found by its total however it is written', async (...written) => {
    const { person: ada, pine } = await openStudio()
    await bill(ada, pine.id, 4312.5)
    await bill(ada, pine.id, 43.12)
    for (const q of written) expect(await titles(ada, q), q).toEqual({ invoice: ['INV-0001'] })
  })

  test('is found by its balance, and by an amount of its client', async () => {
    const { person: ada, pine } = await openStudio()
    const { id } = await bill(ada, pine.id, 1200)
    const north = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    await bill(ada, north.id, 1200)
    await ada.call(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
    await ada.call(invoicesApi.recordPayment, { params: { id }, body: { amount: 200, paid_on: TODAY } })
    expect(await titles(ada, '1,000.00')).toEqual({ invoice: ['INV-0001'] })
    expect(await titles(ada, '1.200,00')).toEqual({ invoice: ['INV-0002', 'INV-0001'] })
    expect(await titles(ada, 'north 1200')).toEqual({ invoice: ['INV-0002'] })
  })

  test('is found by the amount of its own currency', async () => {
    const { person: ada, pine } = await openStudio()
    await bill(ada, pine.id, 1250, 'JPY')
    await bill(ada, pine.id, 12.5)
    await bill(ada, pine.id, 1.25, 'KWD')
    expect(await titles(ada, '1250')).toEqual({ invoice: ['INV-0001'] })
    expect(await titles(ada, '12.50')).toEqual({ invoice: ['INV-0002'] })
    expect(await titles(ada, '1.25')).toEqual({ invoice: ['INV-0003'] })
  })
})

describe('the order', () => {
  test('is exact before beginning before word before part, the newest first', async () => {
    const ada = await signIn('Ada')
    for (const name of ['Alpine', 'Old Pine', 'Pinewood', 'Pine', 'New Pine']) {
      await ada.call(clientsApi.create, { body: { name } })
    }
    expect(await titles(ada, 'pine')).toEqual({
      client: ['Pine', 'Pinewood', 'New Pine', 'Old Pine', 'Alpine'],
    })
  })

  test('of time is by its own description, then by date, at most five', async () => {
    const { person: ada, rebrand } = await openStudio()
    await log(ada, rebrand.id, 'Call about pine', '2026-11-15')
    await log(ada, rebrand.id, 'Pine tree', '2026-10-01')
    for (const day of ['11', '12', '14', '13']) await log(ada, rebrand.id, day, `2026-11-${day}`)
    expect((await titles(ada, 'pine')).time_entry).toEqual(['Pine tree', 'Call about pine', '14', '13', '12'])
  })

  test('has archived clients and cancelled projects last, and no erased client', async () => {
    const { person: ada, pine, rebrand } = await openStudio()
    const alpine = await ada.call(clientsApi.create, { body: { name: 'Alpine' } })
    await ada.call(projectsApi.create, { body: { name: 'Alpine rebrand', client_id: alpine.id } })
    await log(ada, rebrand.id, 'Draft')
    await ada.call(projectsApi.remove, { params: { id: rebrand.id } })
    await ada.call(clientsApi.remove, { params: { id: pine.id } })
    expect(await titles(ada, 'pine')).toMatchObject({ client: ['Alpine', 'Harbor & Pine'] })
    expect(await titles(ada, 'rebrand')).toMatchObject({ project: ['Alpine rebrand', 'Rebrand'] })
    expect((await search(ada, 'harbor'))[0]).toMatchObject({ archived: true })

    await ada.call(clientPageApi.erase, { params: { id: pine.id } })
    expect(await titles(ada, 'harbor')).toEqual({})
    expect((await titles(ada, 'erased')).client).toBeUndefined()
  })
})

test('a hostile text is only a text', async () => {
  const { person: ada, rebrand } = await openStudio()
  await log(ada, rebrand.id, String.raw`100% of C:\new_folder`)
  expect(await titles(ada, '100%')).toEqual({ time_entry: [String.raw`100% of C:\new_folder`] })
  expect(await titles(ada, String.raw`c:\new_`)).toEqual({ time_entry: [String.raw`100% of C:\new_folder`] })
  for (const q of ['%', '_', '\\']) expect((await titles(ada, q)).client, q).toBeUndefined()
  for (const q of [`'; drop table clients; --`, '9'.repeat(200), '-1', '1e9', '\u0301', '😀 '.repeat(60)]) {
    expect(await search(ada, q), q).toEqual([])
  }
  expect(await ada.try(searchApi.search, { query: { q: 'a'.repeat(201) } })).toMatchObject(invalidField('q'))
  expect(await ada.try(searchApi.search, { query: { q: 'a\0b' } })).toMatchObject(invalidField('q'))
})

test('credit notes are found by number, amount and client, in their own account only', async () => {
  const { person, pine } = await openStudio()
  const invoice = await bill(person, pine.id, 1234.5)
  const params = { id: invoice.id }
  await person.call(invoicesApi.update, { params, body: { status: 'sent' } })
  const note = await person.call(creditNotesApi.create, { params, body: { reason: 'Wrong hours' } })
  await person.call(creditNotesApi.send, { params: { id: note.id }, body: { mail: false } })
  for (const q of ['CN-0001', 'cn 1', '1', '1234.50', 'pine', 'CN-'])
    expect((await titles(person, q)).credit_note, q).toEqual(['CN-0001'])
  const [first] = await search(person, 'CN-0001')
  expect(first).toMatchObject({
    kind: 'credit_note',
    id: note.id,
    invoice_id: invoice.id,
    invoice_number: 'INV-0001',
    client_name: 'Harbor & Pine',
    total: 1234.5,
  })
  expect(await titles(person, 'CN-0002')).toEqual({})
  const { person: grace } = await openStudio('Grace')
  expect((await titles(grace, 'CN-0001')).credit_note).toBeUndefined()
})
