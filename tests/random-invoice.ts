import fc from 'fast-check'
import { addDays } from '#core/calendar.ts'
import { TaxCategory, totalsOf, Unit, withAmount } from '#core/document-lines.ts'
import { percentOf } from '#core/money.ts'
import type { PortalInvoiceDetail } from '#features/pages/portal/contract/invoices.ts'

/** Words in several scripts, and some that are code elsewhere. None of them looks like an amount or a date. */
const WORDS = [
  'Müller & Söhne',
  'Ελένη',
  'Фирма Заря',
  '株式会社',
  '한국',
  '<b>Bold</b>',
  '#strong',
  '*y*',
  '\\z',
  '“Studio”',
  'O’Neill',
  'naïve façade',
  'Łódź',
  'a_b',
  '[link]',
  '{number}',
  '&amp;',
]

const anyName = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '))
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>, otherwise: Value) =>
  fc.oneof(arbitrary, fc.constant(otherwise))
const anyText = maybe(anyName, '')
const anyDay = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2025-01-01', days))

const anyItem = fc.record({
  id: fc.integer({ min: 1 }),
  description: fc.array(anyName, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  quantity: fc.integer({ min: 1000, max: 10_000_000 }),
  unit: fc.constantFrom(...Unit.options),
  rate: fc.integer({ min: 1, max: 1_000_000 }),
})

const ANY_DETAILS = fc.record({
  seller: fc.record({
    name: anyName,
    address: anyName,
    postal_code: fc.constant('1000-001'),
    city: anyName,
    country: fc.constantFrom('PT', 'DE', 'US', 'JP'),
    tax_id: fc.constant('PT123456789'),
    email: fc.constant('ada@example.com'),
    phone: fc.constantFrom('', '+351 123'),
    website: fc.constantFrom('', 'ada.example'),
    logo_id: fc.constant(null),
  }),
  buyer: fc.record({
    name: anyName,
    company: anyText,
    address: anyName,
    postal_code: fc.constant('20457'),
    city: anyName,
    country: fc.constantFrom('FR', 'NL', 'BR'),
    tax_id: fc.constant('FR12345678901'),
    email: fc.constant('jonas@example.com'),
  }),
  tax_name: fc.constantFrom('', 'VAT', 'IVA'),
  payment: fc.record({
    details: anyText,
    account_holder: anyText,
    iban: fc.constantFrom('', 'PT50000201231234567890154'),
    bic: fc.constantFrom('', 'BCOMPTPL'),
  }),
  footer: anyText,
})

/** Any invoice that adds up, as a client gets it, in any locale. */
export const anyInvoice: fc.Arbitrary<PortalInvoiceDetail> = fc
  .record({
    id: fc.integer({ min: 1 }),
    number: fc.integer({ min: 1, max: 99_999 }),
    items: fc.array(anyItem, { minLength: 1, maxLength: 12 }),
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'GBP', 'CHF'),
    locale: fc.constantFrom('en-US', 'de-DE', 'pt-PT', 'en-GB', 'fr-FR'),
    tax_category: fc.constantFrom(...TaxCategory.options),
    rate: fc.integer({ min: 10, max: 50_000 }),
    discount: fc.option(fc.record({ percent: fc.boolean(), of: fc.integer({ min: 1, max: 9000 }) })),
    paid: fc.constantFrom(0, 0, 3333, 10_000),
    issue_date: anyDay,
    due: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 10 }),
    period: fc.option(fc.tuple(anyDay, fc.integer({ min: 0, max: 60 }))),
    decided_at: fc.option(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
    ),
    project_name: fc.option(anyName),
    approved_files: fc.array(
      fc.record({
        title: anyName,
        version: fc.integer({ min: 1, max: 9 }),
        name: anyName,
        sha256: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
      }),
      { maxLength: 2 },
    ),
    notes: anyText,
    details: ANY_DETAILS,
  })
  .map(({ number, items, rate, discount, paid, due, period, decided_at, ...invoice }) => {
    const lines = items.map(withAmount)
    const amounts = lines.map(({ amount }) => amount)
    const tax_rate = invoice.tax_category === 'standard' ? rate : 0
    const { subtotal } = totalsOf(amounts, tax_rate)
    const discount_percent = discount?.percent ? discount.of : null
    const discounted = { discount_percent, discount_amount: discount ? percentOf(discount.of, subtotal) : 0 }
    const totals = totalsOf(amounts, tax_rate, discounted)
    const amount_paid = percentOf(paid, totals.total)
    const balance = totals.total - amount_paid
    const status = balance === 0 ? 'paid' : 'sent'
    const paid_on = status === 'paid' ? addDays(invoice.issue_date, 7) : null
    return {
      ...invoice,
      ...totals,
      discount_percent,
      invoice_number: `INV-${number}`,
      number,
      items: lines,
      tax_rate,
      status,
      paid_on,
      amount_paid,
      written_off: 0,
      overpaid: 0,
      client_credit: 0,
      credited: 0,
      credit_notes: [],
      balance,
      payable: balance,
      line_requests: [],
      due_date: due === null ? null : addDays(invoice.issue_date, due),
      service_from: period?.[0] ?? null,
      service_to: period ? addDays(...period) : null,
      time_zone: 'Europe/Lisbon',
      client_name: invoice.details.buyer.name,
      business: invoice.details.seller,
      approval_required: true,
      approval_status: decided_at ? 'approved' : null,
      approved_at: decided_at,
      rejected_at: null,
      client_notes: '',
      decisions: decided_at
        ? [
            {
              decision: 'approved',
              feedback: '',
              client_name: invoice.details.buyer.name,
              decided_at,
              address: null,
              certificate: '',
              file: null,
              is_file_pending: false,
            },
          ]
        : [],
      changes_since_decision: [],
      paid_notice: null,
      revision: '',
      payments:
        amount_paid > 0
          ? [
              {
                id: 1,
                kind: 'payment',
                amount: amount_paid,
                surplus: 0,
                written_off: 0,
                paid_on: invoice.issue_date,
              },
            ]
          : [],
      can_pay_online: false,
      payment_processing: false,
      expense_receipts: [],
    }
  })
