import { describe, expect, test } from 'vitest'
import { billableWorkApi, type UnbilledSum } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, signIn } from '#tests/app.ts'
import { infoOfPdf, linesOfPdf } from '#tests/pdf.ts'
import { addSentInvoice, openStudio } from '#tests/portal.ts'
import { rowsOf } from '#tests/rows.ts'
import { clientPageApi } from './contract.ts'

const NOTHING = { amount: 0, originals: [], is_complete: true, count: 0 }

/** Books at noon of November 16 with work, invoices and payments in two currencies. */
async function openBooks() {
  await setClock('2026-11-16T12:00:00Z')
  const studio = await openStudio()
  const { ada, clientId, projectId } = studio
  await ada.call(projectsApi.update, {
    params: { id: projectId },
    body: { name: 'Website', client_id: clientId, hourly_rate: 80 },
  })
  const work = { project_id: projectId, date: '2026-11-10' }
  await ada.call(timeEntriesApi.create, { body: { ...work, hours: 2.5 } })
  await ada.call(timeEntriesApi.create, { body: { ...work, hours: 1, is_billable: false } })
  const expense = { ...work, description: 'Fonts', category: 'Software & Tools' } as const
  await ada.call(expensesApi.create, {
    body: { ...expense, amount: 30, is_billable: true, currency: 'EUR', exchange_rate: 1.2 },
  })
  await ada.call(expensesApi.create, { body: { ...expense, amount: 99 } })
  return studio
}

describe('what a client owes', () => {
  test('is nothing at first', async () => {
    const { ada, clientId } = await openStudio()
    expect(await ada.call(clientPageApi.overview, { params: { id: clientId } })).toMatchObject({
      home_currency: 'USD',
      unbilled: NOTHING,
      drafts: NOTHING,
      outstanding: NOTHING,
      overdue: NOTHING,
      paid_this_year: NOTHING,
      unbilled_projects: [],
      portal: { status: 'active', last_seen_at: null },
      projects_count: 1,
      invoices_count: 0,
    })
  })

  test('goes from unbilled work to what was paid, in the home currency and as it was agreed', async () => {
    const studio = await openBooks()
    const { ada, clientId, projectId, client } = studio
    const params = { id: clientId }
    await addSentInvoice(studio, { due_date: '2026-11-30' })
    const late = await addSentInvoice(studio, {
      due_date: '2026-11-15',
      currency: 'EUR',
      exchange_rate: 1.5,
    })
    await ada.call(invoicesApi.recordPayment, {
      params: { id: late },
      body: { amount: 40, paid_on: '2026-11-16' },
    })
    await ada.call(invoicesApi.create, {
      body: {
        client_id: clientId,
        issue_date: '2026-11-16',
        currency: 'JPY',
        items: [{ description: 'Design', quantity: 1, rate: 5000 }],
      },
    })
    await client.call(portalApi.overview)

    const overview = await ada.call(clientPageApi.overview, { params })
    expect(overview).toMatchObject({
      unbilled: { amount: 236, originals: [{ currency: 'EUR', amount: 30 }], count: 2 },
      drafts: { amount: 0, originals: [{ currency: 'JPY', amount: 5000 }], is_complete: false, count: 1 },
      outstanding: { amount: 190, originals: [{ currency: 'EUR', amount: 60 }], count: 2 },
      overdue: { amount: 90, originals: [{ currency: 'EUR', amount: 60 }], count: 1 },
      paid_this_year: { amount: 60, originals: [{ currency: 'EUR', amount: 40 }], count: 1 },
      portal: { status: 'active', last_seen_at: '2026-11-16T12:00:00.000Z' },
      invoices_count: 3,
    })
    expect(overview.unbilled_projects).toEqual([
      {
        project_id: projectId,
        project_name: 'Website',
        currency: 'EUR',
        hours: 0,
        time_amount: 0,
        expenses_amount: 30,
        fees_amount: 0,
        home_amount: 36,
      },
      {
        project_id: projectId,
        project_name: 'Website',
        currency: 'USD',
        hours: 2.5,
        time_amount: 200,
        expenses_amount: 0,
        fees_amount: 0,
        home_amount: 200,
      },
    ])
  })

  test('counts no work that is billed', async () => {
    const { ada, clientId } = await openBooks()
    const params = { id: clientId }
    const unbilled = async () => (await ada.call(clientPageApi.overview, { params })).unbilled
    expect(await unbilled()).toMatchObject({ amount: 236, count: 2 })
    const { projects } = await ada.call(billableWorkApi.unbilled, { query: { client_id: clientId } })
    const bill = async (currency: string, chosen: { time_entry_ids?: number[]; expense_ids?: number[] }) =>
      ada.call(invoicesApi.create, {
        body: { client_id: clientId, issue_date: '2026-11-16', currency, bill: chosen },
      })
    await bill('USD', { time_entry_ids: projects.flatMap(({ time }) => time.map(({ id }) => id)) })
    expect(await unbilled()).toMatchObject({ amount: 36, count: 1 })
    await bill('EUR', { expense_ids: projects.flatMap(({ expenses }) => expenses.map(({ id }) => id)) })
    expect(await unbilled()).toEqual(NOTHING)
  })

  test('counts as unbilled exactly what can be billed', async () => {
    const studio = await openBooks()
    const { ada, clientId, projectId } = studio
    await ada.call(expensesApi.create, {
      body: {
        project_id: projectId,
        date: '2026-11-11',
        description: 'Photos',
        category: 'Other',
        amount: 50,
        currency: 'EUR',
        exchange_rate: 1.2,
        is_billable: true,
        markup_percent: 10,
      },
    })
    const milestone = { title: 'Launch', status: 'completed', fee: 500 } as const
    await ada.call(milestonesApi.create, { params: { id: projectId }, body: milestone })
    await ada.call(milestonesApi.create, { params: { id: projectId }, body: { title: 'Later', fee: 70 } })
    const shop = await ada.call(projectsApi.create, {
      body: { name: 'Shop', client_id: clientId, billing: 'fixed', fixed_fee: 3000 },
    })
    await ada.call(timeEntriesApi.create, { body: { project_id: shop.id, date: '2026-11-10', hours: 8 } })
    await ada.call(invoicesApi.create, {
      body: {
        client_id: clientId,
        issue_date: '2026-11-16',
        bill: { fixed_fees: [{ project_id: shop.id, amount: 1000 }] },
      },
    })
    const other = await ada.call(clientsApi.create, { body: { name: 'Zebra' } })
    await ada.call(projectsApi.create, {
      body: { name: 'Zine', client_id: other.id, billing: 'fixed', fixed_fee: 40 },
    })

    const query = { client_id: clientId }
    const expected = [
      { currency: 'EUR', count: 2, hours: 0, amount: 85 },
      { currency: 'USD', count: 3, hours: 2.5, amount: 2700 },
    ]
    const byCurrency = (sums: UnbilledSum[]) => sums.toSorted((a, b) => a.currency.localeCompare(b.currency))
    const { sums } = await ada.call(billableWorkApi.unbilledSums, { query })
    expect(byCurrency(sums)).toEqual(expected)
    expect(byCurrency((await ada.call(billableWorkApi.unbilled, { query })).sums)).toEqual(expected)
    const overview = await ada.call(clientPageApi.overview, { params: { id: clientId } })
    expect(overview.unbilled).toEqual({
      amount: 2802,
      originals: [{ currency: 'EUR', amount: 85 }],
      is_complete: true,
      count: 5,
    })
    expect(overview.unbilled_projects).toMatchObject([
      { project_name: 'Shop', hours: 0, fees_amount: 2000, home_amount: 2000 },
      { project_name: 'Website', currency: 'EUR', expenses_amount: 85, home_amount: 102 },
      { project_name: 'Website', currency: 'USD', time_amount: 200, fees_amount: 500, home_amount: 700 },
    ])
  })

  test('is shown of an archived client too, and of nobody else’s', async () => {
    const { ada, clientId } = await openStudio()
    const eve = await signIn('Eve')
    await ada.call(clientsApi.remove, { params: { id: clientId } })
    expect(await ada.call(clientsApi.get, { params: { id: clientId } })).toMatchObject({ archived: true })
    expect((await ada.try(clientPageApi.overview, { params: { id: clientId } })).status).toBe(200)
    for (const endpoint of [clientPageApi.overview, clientPageApi.activity, clientPageApi.statement] as const)
      expect((await eve.try(endpoint, { params: { id: clientId } })).status).toBe(404)
    expect((await eve.fetch(`/api/clients/${clientId}/statement.pdf`)).status).toBe(404)
    expect((await eve.try(clientPageApi.erase, { params: { id: clientId } })).status).toBe(404)
  })
})

describe('a statement of account', () => {
  test('carries the balance from before, and lists invoices and payments by day', async () => {
    const studio = await openBooks()
    const { ada, clientId } = studio
    const first = await addSentInvoice(studio, { issue_date: '2026-10-01' })
    await addSentInvoice(studio, { issue_date: '2026-11-03' })
    const pay = (amount: number, paid_on: string) =>
      ada.call(invoicesApi.recordPayment, {
        params: { id: first },
        body: { amount, paid_on, reference: '4711' },
      })
    await pay(30, '2026-10-20')
    await pay(70, '2026-11-03')
    await ada.call(invoicesApi.create, { body: { client_id: clientId, issue_date: '2026-11-04' } })

    const november = await ada.call(clientPageApi.statement, {
      params: { id: clientId },
      query: { from: '2026-11-01' },
    })
    expect(november).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-16',
      currencies: [
        {
          currency: 'USD',
          opening_balance: 70,
          invoiced: 100,
          paid: 70,
          closing_balance: 100,
          lines: [
            { day: '2026-11-03', type: 'invoice', invoice_number: 'INV-0002', amount: 100, balance: 170 },
            { day: '2026-11-03', type: 'payment', invoice_id: first, amount: -70, balance: 100 },
          ],
        },
      ],
    })
    const year = await ada.call(clientPageApi.statement, { params: { id: clientId } })
    expect(year.currencies[0]).toMatchObject({ opening_balance: 0, paid: 100, closing_balance: 100 })
  })

  test('of the past stays as it was when a paid invoice is cancelled', async () => {
    const studio = await openBooks()
    const { ada, clientId } = studio
    const id = await addSentInvoice(studio, { issue_date: '2026-10-01' })
    await ada.call(invoicesApi.recordPayment, {
      params: { id },
      body: { amount: 100, paid_on: '2026-10-20' },
    })
    const statement = (query: { from?: string; to?: string }) =>
      ada.call(clientPageApi.statement, { params: { id: clientId }, query })
    const october = await statement({ to: '2026-10-31' })
    await ada.call(invoicesApi.update, { params: { id }, body: { status: 'cancelled' } })
    expect(await statement({ to: '2026-10-31' })).toEqual(october)
    expect((await statement({ from: '2026-11-01' })).currencies).toMatchObject([
      {
        opening_balance: 0,
        invoiced: -100,
        paid: -100,
        closing_balance: 0,
        lines: [
          { day: '2026-11-16', type: 'payment', kind: 'reversal', amount: 100, balance: 100 },
          { day: '2026-11-16', type: 'cancellation', invoice_number: 'INV-0001', amount: -100, balance: 0 },
        ],
      },
    ])
  })

  test('is a PDF with a name, and refuses days in the wrong order', async () => {
    const studio = await openBooks()
    const { ada, clientId } = studio
    const id = await addSentInvoice(studio, { issue_date: '2026-10-01' })
    const payment = { amount: 30, paid_on: '2026-11-03', reference: '4711' }
    await ada.call(invoicesApi.recordPayment, { params: { id }, body: payment })
    const answer = await ada.fetch(`/api/clients/${clientId}/statement.pdf?from=2026-01-01&to=2026-11-16`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain('Statement%20for%20Studio%20North')
    const pdf = Buffer.from(await answer.arrayBuffer())
    expect(infoOfPdf(pdf)).toMatchObject({
      Title: 'Statement of account for Studio North',
      Tagged: 'yes',
      'Page size': '612 x 792 pts (letter)',
    })
    expect(linesOfPdf(pdf)).toEqual(
      expect.arrayContaining([
        'Date Description Invoiced Paid Balance',
        'Jan 1, 2026 Opening balance $0.00',
        'Oct 1, 2026 Invoice INV-0001 $100.00 $100.00',
        'Nov 3, 2026 Payment for INV-0001 by bank transfer, reference 4711 $30.00 $70.00',
        'Nov 16, 2026 Closing balance $100.00 $30.00 $70.00',
      ]),
    )
    const wrong = await ada.request('GET', `/api/clients/${clientId}/statement?from=2026-02-01&to=2026-01-01`)
    expect(wrong.status).toBe(400)
  })
})

describe('the activity of a client', () => {
  test('is about the client, its projects and its invoices, page by page', async () => {
    const studio = await openStudio()
    const { ada, clientId } = studio
    const other = await ada.call(clientsApi.create, { body: { name: 'Zebra' } })
    await addSentInvoice(studio)
    await addSentInvoice({ ada, clientId: other.id })
    const found = await ada.call(clientPageApi.activity, { params: { id: clientId } })
    expect(found.map(({ title }) => title)).toEqual([
      'Invoice sent',
      'Invoice created',
      'Portal link created',
      'Project created',
      'Client added',
    ])
    expect(found[0]?.subject?.type).toBe('invoice')
    const newest = await ada.call(clientPageApi.activity, { params: { id: clientId }, query: { limit: 2 } })
    expect(newest.map(({ title }) => title)).toEqual(['Invoice sent', 'Invoice created'])
  })
})

describe('a client who is erased', () => {
  const SECRET = 'Zanzibar Confidential'
  const DETAILS = {
    name: SECRET,
    email: 'zanzibar@example.com',
    cc_emails: ['books@zanzibar.example'],
    phone: '+49301234567',
    company: 'Zanzibar Ltd',
    address: '1 Zanzibar Street',
    city: 'Zanzibar City',
    tax_id: 'TZ-Zanzibar',
    notes: 'Zanzibar pays late',
  }

  test('is named only on issued invoices, and cannot come back', async () => {
    const studio = await openStudio()
    const { ada, clientId: id, projectId, client } = studio
    await ada.call(clientsApi.update, { params: { id }, body: DETAILS })
    await addSentInvoice(studio)
    const addContact = (name: string) =>
      ada.call(contactsApi.create, {
        params: { id },
        body: { name, role: 'Zanzibar books', email: 'person@zanzibar.example' },
      })
    await addContact('Jonas Zanzibar')
    const { id: contactId } = await addContact('Mia Zanzibar')
    await ada.call(contactsApi.remove, { params: { id, contactId } })
    const draft = await ada.call(invoicesApi.create, { body: { client_id: id, issue_date: '2026-11-16' } })
    await client.call(portalApi.comment, { body: { project_id: projectId, content: 'Hello' } })
    expect(await ada.try(clientPageApi.erase, { params: { id } })).toMatchObject({ status: 409 })
    await ada.call(clientsApi.remove, { params: { id } })

    expect(await ada.call(clientPageApi.erase, { params: { id } })).toMatchObject({
      name: 'Erased client',
      email: '',
      cc_emails: [],
      archived: true,
      erased: true,
    })
    const { id: account } = await ada.call(accountApi.me)
    const left = (await rowsOf(account)).filter(
      (line) => line.includes('anzibar') || line.includes('301234567'),
    )
    expect(left).toHaveLength(1)
    expect(left[0]).toContain('INV-0001'.toLowerCase())

    expect((await ada.call(invoicesApi.get, { params: { id: draft.id } })).client_name).toBe('Erased client')
    expect(await ada.call(clientsApi.list, { query: { archived: 'true' } })).toEqual([])
    expect((await ada.try(clientsApi.restore, { params: { id } })).status).toBe(409)
    expect((await ada.try(clientPageApi.erase, { params: { id } })).status).toBe(409)
    expect((await ada.call(projectsApi.list))[0]?.client_name).toBe('Erased client')
  })

  test('is not erased by a page that shows an older version', async () => {
    const { ada, clientId: id } = await openStudio()
    await ada.call(clientsApi.remove, { params: { id } })
    const stale = await ada.try(clientPageApi.erase, { params: { id }, ifMatch: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  })
})
