import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { heic, jpeg, png, webp } from '#tests/images.ts'
import {
  addInvoice,
  addInvoiceWithItem,
  type Books,
  changeInvoice,
  openBooks,
  readInvoice,
} from '#tests/invoices.ts'
import type { Visitor } from '#tests/people.ts'
import { addSentInvoice, openStudio } from '#tests/portal.ts'
import { invalidField } from '#tests/refusals.ts'
import { type BusinessForm, businessApi, MAX_LOGO_BYTES } from './contract.ts'

const NOTHING_ENTERED = {
  name: '',
  address: '',
  postal_code: '',
  city: '',
  country: '',
  tax_id: '',
  email: '',
  phone: '',
  website: '',
  logo_id: null,
  currency: 'USD',
  currency_locked: false,
  locale: 'en-US',
  tax_name: '',
  tax_rate: 0,
  payment_terms_days: null,
  hourly_rate: null,
  notes: '',
  footer: '',
  payment_details: '',
  invoice_mail_subject: '',
  invoice_mail_text: '',
  account_holder: '',
  iban: '',
  bic: '',
  invoice_prefix: 'INV-',
  next_invoice_number: 1,
  issued_is_final: false,
  finality_locked: false,
  newest_issue_date: null,
  hours_per_day: 8,
  time_rounding_minutes: 0,
  time_rounding_mode: 'nearest',
  week_starts_on: 'monday',
}

const ENTERED = {
  name: 'Lovelace Studio',
  address: '12 Analytical Way',
  postal_code: '1100-148',
  city: 'Lisbon',
  country: 'PT',
  tax_id: 'PT501964843',
  email: 'studio@lovelace.example',
  phone: '+351 210 000 000',
  website: 'lovelace.example',
  currency: 'EUR',
  locale: 'pt-PT',
  tax_name: 'IVA',
  tax_rate: 23,
  payment_terms_days: 14,
  hourly_rate: 85.5,
  notes: 'Thank you!',
  footer: 'Registered in Lisbon',
  payment_details: 'By bank transfer, please',
  invoice_mail_subject: 'Fatura {number}',
  invoice_mail_text: 'Olá {client},\n\nobrigada!',
  account_holder: 'Ada Lovelace',
  iban: 'PT50 0002 0123 1234 5678 9015 4',
  bic: 'bcomptpl',
  invoice_prefix: '2026/',
  next_invoice_number: 42,
  hours_per_day: 7.5,
  time_rounding_minutes: 15,
  time_rounding_mode: 'up',
  week_starts_on: 'sunday',
} as const satisfies BusinessForm

describe('the profile', () => {
  test('starts empty, with US dollars', async () => {
    const ada = await signIn('Ada')
    expect(await ada.call(businessApi.get)).toEqual({ ...NOTHING_ENTERED, version: expect.any(Number) })
  })

  test('keeps what was entered, and what is left out stays', async () => {
    const ada = await signIn('Ada')
    const { version } = await ada.call(businessApi.get)
    const saved = {
      ...NOTHING_ENTERED,
      ...ENTERED,
      iban: 'PT50000201231234567890154',
      bic: 'BCOMPTPL',
      version: version + 1,
    }
    expect(await ada.call(businessApi.update, { body: ENTERED })).toEqual(saved)
    expect(await ada.call(businessApi.update, { body: {} })).toEqual({ ...saved, version: version + 2 })
    expect(await ada.call(businessApi.update, { body: { phone: '', hourly_rate: null } })).toEqual({
      ...saved,
      phone: '',
      hourly_rate: null,
      version: version + 3,
    })
  })

  test('has its name, address, currency and version in common with the account', async () => {
    const ada = await signIn('Ada')
    const { version } = await ada.call(businessApi.update, { body: ENTERED })
    expect(await ada.call(accountApi.me)).toMatchObject({
      business_name: 'Lovelace Studio',
      business_address: '12 Analytical Way',
      currency: 'EUR',
      locale: 'pt-PT',
      version,
    })
    await ada.call(accountApi.update, { body: { business_name: 'Ada & Co', time_zone: 'UTC' } })
    expect(await ada.call(businessApi.get)).toMatchObject({ name: 'Ada & Co', address: '', city: 'Lisbon' })
    const late = await ada.try(businessApi.update, { body: { city: 'Porto' }, ifMatch: version })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current: { name: 'Ada & Co', city: 'Lisbon' } },
    })
  })

  test.each<[keyof BusinessForm, unknown, string]>([
    ['iban', 'DE89370400440532013001', 'This IBAN contains a typo'],
    ['bic', 'DEUT', 'A BIC has eight or eleven characters'],
    ['country', 'XX', 'Must be a country code such as DE'],
    ['currency', 'XXXX', 'Must be a currency code such as USD'],
    ['locale', 'tlh', 'Must be a locale such as en-US'],
    ['email', 'nobody', 'Please enter a valid email address'],
    ['website', 'javascript:alert(1)', 'Please enter a valid web address'],
    ['tax_rate', 101, 'Must be at most 100'],
    ['payment_terms_days', 1.5, 'Must be a whole number'],
    ['hourly_rate', 1.234, 'Must have at most two decimals'],
    ['next_invoice_number', 0, 'Must be at least 1'],
  ])('refuses %s %j', async (name, value, message) => {
    const ada = await signIn('Ada')
    const before = await ada.call(businessApi.get)
    const refused = await ada.try(businessApi.update, { body: { [name]: value } })
    expect(refused).toMatchObject(invalidField(name, message))
    expect(await ada.call(businessApi.get)).toEqual(before)
  })
})

describe('a new invoice', () => {
  test('starts from the profile, and can say something else', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, { body: { ...ENTERED, currency: 'USD' } })
    expect(await addInvoice(books)).toMatchObject({
      invoice_number: '2026/0042',
      tax_rate: 23,
      due_date: '2026-11-15',
      notes: 'Thank you!',
    })
    expect(await addInvoice(books, { tax_rate: 0, due_date: null, notes: '' })).toMatchObject({
      invoice_number: '2026/0043',
      tax_rate: 0,
      due_date: null,
      notes: '',
    })
  })

  test('is as ever with nothing entered', async () => {
    const books = await openBooks()
    expect(await addInvoice(books)).toMatchObject({
      invoice_number: 'INV-0001',
      tax_rate: 0,
      due_date: null,
      notes: '',
    })
  })

  test('is found by its number, and keeps it when the prefix changes', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, { body: { invoice_prefix: 'R-' } })
    const { id } = await addInvoice(books)
    await books.ada.call(businessApi.update, { body: { invoice_prefix: 'S-' } })
    expect(await readInvoice(books, id)).toMatchObject({ invoice_number: 'R-0001' })
    expect(await books.ada.call(invoicesApi.list, { query: { q: 'r-0001' } })).toHaveLength(1)
    expect(await addInvoice(books)).toMatchObject({ invoice_number: 'S-0002' })
  })
})

describe('the next number', () => {
  const setNext = (books: Awaited<ReturnType<typeof openBooks>>, next_invoice_number: number) =>
    books.ada.try(businessApi.update, { body: { next_invoice_number } })

  test('is never one that was used, nor below it', async () => {
    const books = await openBooks()
    expect(await setNext(books, 100)).toMatchObject({ body: { next_invoice_number: 100 } })
    expect(await setNext(books, 50)).toMatchObject({ body: { next_invoice_number: 50 } })
    expect(await addInvoice(books)).toMatchObject({ invoice_number: 'INV-0050' })
    expect(await setNext(books, 50)).toMatchObject(
      invalidField('next_invoice_number', 'Must be more than 50, which is already used'),
    )
    expect(await setNext(books, 51)).toMatchObject({ status: 200 })
  })
})

describe('a prefix with {YYYY}', () => {
  const setPrefix = ({ ada }: Books, invoice_prefix: string, next_invoice_number?: number) =>
    ada.call(businessApi.update, { body: { invoice_prefix, next_invoice_number } })

  test('restarts the numbers with the year of the issue date', async () => {
    const books = await openBooks()
    await addInvoice(books)
    expect(await setPrefix(books, '{YYYY}-{0001}')).toMatchObject({
      invoice_prefix: '{YYYY}-',
      next_invoice_number: 1,
    })
    const numberAt = async (issue_date: string) => (await addInvoice(books, { issue_date })).invoice_number
    expect(await numberAt('2026-11-01')).toBe('2026-0001')
    expect(await numberAt('2026-12-31')).toBe('2026-0002')
    expect(await numberAt('2027-01-01')).toBe('2027-0001')
    expect(await numberAt('2026-12-31')).toBe('2026-0003')
    await setPrefix(books, 'INV-')
    expect(await numberAt('2027-01-02')).toBe('INV-0002')
  })

  test('never gives a number again that was used with the same prefix', async () => {
    const books = await openBooks()
    await setPrefix(books, '2026-')
    expect((await addInvoice(books)).invoice_number).toBe('2026-0001')
    await setPrefix(books, '{YYYY}-', 2)
    expect((await addInvoice(books)).invoice_number).toBe('2026-0002')
    await setPrefix(books, '2026-')
    expect((await addInvoice(books)).invoice_number).toBe('2026-0003')
  })

  test('starts where the freelancer wants it, in this year', async () => {
    const books = await openBooks()
    expect(await setPrefix(books, '{YYYY}-', 40)).toMatchObject({ next_invoice_number: 40 })
    expect((await addInvoice(books)).invoice_number).toBe('2026-0040')
    expect((await addInvoice(books, { issue_date: '2027-01-01' })).invoice_number).toBe('2027-0001')
  })

  test('lists invoices in the order in which they were created', async () => {
    const books = await openBooks()
    await setPrefix(books, '{YYYY}-')
    for (const issue_date of ['2026-11-01', '2026-11-02', '2027-01-01'])
      await addInvoice(books, { issue_date })
    const listed = await books.ada.call(invoicesApi.list)
    expect(listed.map(({ invoice_number }) => invoice_number)).toEqual([
      '2027-0001',
      '2026-0002',
      '2026-0001',
    ])
  })
})

test('the newest issue date is that of issued invoices', async () => {
  const books = await openBooks()
  const { id } = await addInvoice(books, { issue_date: '2026-11-03' })
  await addInvoice(books, { issue_date: '2026-12-24' })
  expect(await books.ada.call(businessApi.get)).toMatchObject({ newest_issue_date: null })
  await changeInvoice(books, id, { status: 'sent' })
  expect(await books.ada.call(businessApi.get)).toMatchObject({ newest_issue_date: '2026-11-03' })
})

describe('the home currency', () => {
  test('changes with all figures in it, to another number of decimals too', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    const { id: euroClient } = await ada.call(clientsApi.create, {
      body: { name: 'Studio Ost', currency: 'EUR' },
    })
    const { id: project_id } = await ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: clientId, hourly_rate: 80.5, budget_amount: 1000.4 },
    })
    await ada.call(timeEntriesApi.create, { body: { project_id, date: '2026-11-01', hours: 2 } })
    const { id } = await addInvoiceWithItem(books, { tax_rate: 7 })
    const { id: inEuros } = await ada.call(invoicesApi.create, {
      body: { client_id: euroClient, issue_date: '2026-11-01', exchange_rate: 1.1 },
    })
    const expense = { category: 'Travel', description: 'Train', date: '2026-11-02' } as const
    await ada.call(expensesApi.create, { body: { ...expense, amount: 12.34 } })
    await ada.call(expensesApi.create, {
      body: { ...expense, amount: 10, currency: 'JPY', exchange_rate: 0.01 },
    })
    await ada.call(businessApi.update, { body: { hourly_rate: 99.5 } })

    expect(await ada.call(businessApi.update, { body: { currency: 'JPY' } })).toMatchObject({
      currency: 'JPY',
      hourly_rate: 100,
    })
    expect(await ada.call(clientsApi.list)).toMatchObject([{ currency: 'JPY' }, { currency: 'EUR' }])
    expect(await ada.call(projectsApi.list)).toMatchObject([
      { currency: 'JPY', hourly_rate: 81, budget_amount: 1000, budget_amount_used: 162 },
    ])
    expect(await readInvoice(books, id)).toMatchObject({
      currency: 'JPY',
      items: [{ quantity: 1.5, rate: 100, amount: 150 }],
      subtotal: 150,
      tax_amount: 11,
      total: 161,
      home_total: 161,
      home_currency: 'JPY',
    })
    expect(await readInvoice(books, inEuros)).toMatchObject({
      currency: 'EUR',
      exchange_rate: null,
      home_total: null,
    })
    expect(await ada.call(expensesApi.list)).toMatchObject([
      { currency: 'JPY', amount: 10, exchange_rate: null, home_amount: 10 },
      { currency: 'JPY', amount: 12, exchange_rate: null, home_amount: 12 },
    ])
  })

  test('no longer changes once an invoice was issued, even if it is a draft again', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books)
    await changeInvoice(books, id, { status: 'sent' })
    const change = () => books.ada.try(businessApi.update, { body: { currency: 'EUR', name: 'Never' } })
    const refused = {
      status: 409,
      body: {
        error: 'Your currency can no longer be changed, because an invoice has already been issued in it',
      },
    }
    expect(await change()).toMatchObject(refused)
    await changeInvoice(books, id, { status: 'draft' })
    expect(await change()).toMatchObject(refused)
    expect(await books.ada.call(businessApi.get)).toMatchObject({ name: '', currency_locked: true })
  })
})

describe('the logo', () => {
  const put = (visitor: Visitor, content: Buffer) =>
    visitor.fetch('/api/business/logo', { method: 'PUT', body: new Blob([new Uint8Array(content)]) })
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  test.each([
    ['image/png', png(3)],
    ['image/jpeg', jpeg()],
    ['image/webp', webp()],
  ])('can be %s', async (type, image) => {
    const ada = await signIn('Ada')
    const { logo_id, version } = await (await put(ada, image)).json()
    expect(logo_id).toEqual(expect.any(Number))
    expect(await ada.call(businessApi.get)).toMatchObject({ logo_id, version })
    const logo = await ada.fetch('/api/business/logo')
    expect(logo.headers.get('content-type')).toBe(type)
    expect(await bytesOf(logo)).toEqual(image)
  })

  test('without metadata is all that is kept', async () => {
    const ada = await signIn('Ada')
    await put(ada, png(2, [['tEXt', 'taken at home']]))
    expect(await bytesOf(await ada.fetch('/api/business/logo'))).toEqual(png(2))
  })

  test.each([
    ['not an image', Buffer.from('<svg onload="alert(1)"/>'), 400],
    ['too large', Buffer.alloc(MAX_LOGO_BYTES + 1), 413],
    ['of more than 4 megapixels', png(2001), 400],
    ['shown by few browsers', heic(), 400],
  ])('that is %s is refused', async (_, content, status) => {
    const ada = await signIn('Ada')
    expect((await put(ada, content)).status).toBe(status)
    expect((await ada.fetch('/api/business/logo')).status).toBe(404)
  })

  test('of another account is not found', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const { logo_id } = await (await put(ada, png())).json()
    expect((await eve.fetch(`/api/business/logo?id=${logo_id}`)).status).toBe(404)
  })

  test('stays on an issued invoice when it is replaced, and in the portal', async () => {
    const studio = await openStudio()
    const { ada, client } = studio
    await put(ada, png(4))
    const invoiceId = await addSentInvoice(studio)
    await put(ada, png(5))
    const { details } = await client.call(portalApi.invoice, { params: { invoiceId } })
    const inPortal = `/api/client-portal/${client.token}/logo`
    expect(await bytesOf(await client.fetch(`${inPortal}?id=${details.seller.logo_id}`))).toEqual(png(4))
    expect(await bytesOf(await client.fetch(inPortal))).toEqual(png(5))
    await ada.call(businessApi.removeLogo)
    expect((await client.fetch(inPortal)).status).toBe(404)
    expect((await client.fetch(`${inPortal}?id=${details.seller.logo_id}`)).status).toBe(200)
  })

  test('that nothing shows anymore is forgotten', async () => {
    const ada = await signIn('Ada')
    await put(ada, png(6))
    await put(ada, png(7))
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      'select l.file_size from logos l join accounts a on a.id = l.account_id where a.email = $1',
      [ada.email],
    )
    expect(rows).toEqual([{ file_size: png(7).length }])
  })
})
