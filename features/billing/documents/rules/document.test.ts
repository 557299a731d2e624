import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_DISCOUNT, TaxCategory, totalsOf, Unit, withAmount } from '#core/document-lines.ts'
import type { DocumentDetails } from '#features/billing/invoices/contract/invoice.ts'
import { type DocumentSource, documentOf } from './document.ts'

const nowhere = { address: '', postal_code: '', city: '', country: '', tax_id: '' }

const DETAILS: DocumentDetails = {
  seller: { ...nowhere, name: 'Ada Design', email: '', phone: '', website: '', logo_id: null },
  buyer: { ...nowhere, name: 'Jonas Pine', company: '', email: '' },
  tax_name: 'VAT',
  payment: { details: '', account_holder: '', iban: '', bic: '' },
  footer: '',
}

const INVOICE: DocumentSource = {
  invoice_number: 'INV-0042',
  number: 42,
  status: 'sent',
  approval_status: null,
  project_name: null,
  issue_date: '2026-11-01',
  due_date: null,
  paid_on: null,
  service_from: null,
  service_to: null,
  currency: 'EUR',
  tax_category: 'standard',
  tax_rate: 19_000,
  ...NO_DISCOUNT,
  ...totalsOf([], 1900),
  amount_paid: 0,
  written_off: 0,
  credited: 0,
  balance: 0,
  notes: '',
  items: [],
  details: DETAILS,
  decisions: [],
  approved_files: [],
}

const at = (more: Partial<DocumentSource> = {}, locale = 'en-US', timeZone = 'UTC') =>
  documentOf({ ...INVOICE, ...more }, { locale, timeZone })

const withPayment = (payment: Partial<DocumentDetails['payment']>) => ({
  details: { ...DETAILS, payment: { ...DETAILS.payment, ...payment } },
})

const invoice = fc
  .record({
    lines: fc.array(
      fc.record({
        description: fc.string({ unit: 'grapheme', minLength: 1 }),
        quantity: fc.integer({ min: 1000, max: 10_000_000 }),
        unit: fc.constantFrom(...Unit.options),
        rate: fc.integer({ min: 0, max: 1_000_000 }),
      }),
      { maxLength: 20 },
    ),
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
    category: fc.constantFrom(...TaxCategory.options),
    rate: fc.integer({ min: 0, max: 10_000 }),
    discount_percent: fc.option(fc.integer({ min: 1, max: 10_000 })),
    paid: fc.nat(),
  })
  .map(({ lines, currency, category, rate, discount_percent, paid }): DocumentSource => {
    const items = lines.map((line, index) => withAmount({ id: index + 1, ...line }))
    const tax_rate = category === 'standard' ? rate : 0
    const discount = { discount_percent, discount_amount: 0 }
    const amounts = items.map(({ amount }) => amount)
    const totals = totalsOf(amounts, tax_rate, discount)
    const amount_paid = totals.total === 0 ? 0 : paid % totals.total
    return {
      ...INVOICE,
      ...{ currency, items, tax_category: category, tax_rate },
      ...{ ...discount, ...totals, amount_paid, balance: totals.total - amount_paid },
    }
  })

describe('a document', () => {
  test('adds up, line by line and to the last unit', () => {
    fc.assert(
      fc.property(invoice, (source) => {
        const { lines, totals, tax, discount } = documentOf(source, { locale: 'de-DE', timeZone: 'UTC' })
        const { subtotal, net, total, paid, balance } = totals
        expect(lines.map(({ position }) => position)).toEqual(lines.map((_, index) => index + 1))
        expect(lines.reduce((sum, { amount }) => sum + amount.minor_units, 0)).toBe(subtotal.minor_units)
        expect(net.minor_units).toBe(subtotal.minor_units - totals.discount.minor_units)
        expect(total.minor_units).toBe(net.minor_units + totals.tax.minor_units)
        expect(balance.minor_units).toBe(total.minor_units - paid.minor_units)
        expect(discount?.amount ?? { minor_units: 0 }).toMatchObject({
          minor_units: totals.discount.minor_units,
        })
        expect(tax.sentence === null).toBe(tax.category === 'standard')
        if (tax.category !== 'standard') expect(tax.amount.minor_units).toBe(0)
      }),
    )
  })

  test('is plain JSON', () => {
    fc.assert(
      fc.property(invoice, (source) => {
        const document = documentOf(source, { locale: 'en-US', timeZone: 'UTC' })
        expect(JSON.parse(JSON.stringify(document))).toEqual(document)
      }),
    )
  })

  test('writes figures as the account does', () => {
    const items = [
      withAmount({
        id: 1,
        description: 'Design\nof the shop',
        quantity: 75_000,
        unit: 'hours' as const,
        rate: 123_456,
      }),
      withAmount({ id: 2, description: 'Fonts', quantity: 10_000, unit: 'pieces' as const, rate: 5_000 }),
    ]
    const { lines, discount, tax } = at(
      { items, discount_percent: 1_250, discount_amount: 100, tax_rate: 7500 },
      'de-DE',
    )
    expect(lines).toMatchObject([
      {
        text: ['Design', 'of the shop'],
        quantity: { text: '7,50', value: 7.5 },
        unit_label: 'hours',
        rate: { text: '1.234,56\u00a0€', minor_units: 123_456 },
      },
      { text: ['Fonts'], quantity: { text: '1,00' }, unit: 'pieces', unit_label: 'piece' },
    ])
    expect(discount?.label).toBe('Discount (12,5%)')
    expect(tax.label).toBe('VAT (7,5%)')
  })

  test.each([
    ['standard', null],
    ['zero', 'Zero-rated: VAT is charged at 0%.'],
    ['exempt', 'Exempt from VAT.'],
    ['reverse_charge', 'Reverse charge: the recipient is liable for the VAT.'],
    ['outside_scope', 'Outside the scope of VAT.'],
  ] as const)('of the tax category %s says %s', (tax_category, sentence) => {
    expect(at({ tax_category }).tax.sentence).toBe(sentence)
  })

  test.each([
    ['2026-11-01', '2026-11-30', 'Nov 1, 2026 – Nov 30, 2026'],
    ['2026-11-01', '2026-11-01', 'Nov 1, 2026'],
    ['2026-11-01', null, 'From Nov 1, 2026'],
    [null, '2026-11-30', 'Until Nov 30, 2026'],
  ])('names the service period from %s to %s', (service_from, service_to, text) => {
    const { service_period } = at({ service_from, service_to })
    expect(service_period).toEqual({ text, from: service_from, to: service_to })
  })

  test('cites the approval with its day in the account’s time zone, while it is in force', () => {
    const decided_at = new Date('2026-11-13T03:00:00Z')
    const decisions = [
      {
        decision: 'approved' as const,
        feedback: '',
        client_name: 'Jonas Pine',
        decided_at,
        address: null,
        certificate: '',
        file: null,
        is_file_pending: false,
      },
    ]
    const approved = { approval_status: 'approved', decisions } as const
    expect(at({ ...approved, decisions }, 'en-US', 'America/New_York').citations).toEqual([
      'Approved by Jonas Pine on November 12, 2026',
    ])
    expect(at({ decisions, approval_status: 'pending' }).citations).toEqual([])
    const sha256 = 'ab'.repeat(32)
    const file = { title: 'Checkout flow', version: 3, name: 'flow.pdf', sha256 }
    expect(at({ approved_files: [file] }).citations).toEqual([
      `Checkout flow, version 3: flow.pdf, SHA-256 ${sha256}`,
    ])
  })

  test.each([
    ['', 'letter'],
    ['US', 'letter'],
    ['CA', 'letter'],
    ['DE', 'a4'],
    ['JP', 'a4'],
  ])('of a seller in "%s" is on %s', (country, paper) => {
    const seller = { ...DETAILS.seller, country }
    expect(at({ details: { ...DETAILS, seller } }).paper).toBe(paper)
  })

  test('names the invoice as the reference of a payment, where there are payment details', () => {
    expect(at({}).payment.lines).toEqual([])
    expect(at(withPayment({ iban: 'DE89370400440532013000' })).payment.lines).toEqual([
      { label: 'IBAN', text: 'DE89 3704 0044 0532 0130 00', value: 'DE89370400440532013000' },
      { label: 'Reference', text: at({}).number, value: at({}).number },
    ])
  })

  test('has a code for the transfer of what is left to pay in euros', () => {
    const account = withPayment({ iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' })
    const owed = { balance: 123_456, ...account }
    expect(at(owed).payment.qr_code).toBe(
      'BCD\n002\n1\nSCT\nCOBADEFFXXX\nAda Design\nDE89370400440532013000\nEUR1234.56\n\n\nINV-0042',
    )
    const holder = withPayment({ iban: 'DE89370400440532013000', account_holder: `Ada\n${'x'.repeat(80)}` })
    expect(at({ ...owed, ...holder }).payment.qr_code?.split('\n')[5]).toBe(`Ada ${'x'.repeat(66)}`)
    for (const without of [
      { currency: 'USD' },
      { balance: 0 },
      { status: 'cancelled' as const },
      withPayment({ iban: '' }),
    ]) {
      expect(at({ ...owed, ...without }).payment.qr_code).toBeNull()
    }
  })
})
