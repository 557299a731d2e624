import { invoiceSchema } from '@e-invoice-eu/core'
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, decimalsOf } from '#core/currency.ts'
import { TaxCategory, totalsOf, Unit, withAmount } from '#core/document-lines.ts'
import { percentOf, taxOn } from '#core/money.ts'
import { type EInvoiceSyntax, eInvoiceXml } from '#server/pdf/e-invoice.ts'
import { type DocumentSource, documentOf, type InvoiceDocument } from './document.ts'
import { eInvoiceOf } from './e-invoice.ts'
import { missingForEInvoice, missingSentence, NOT_IN_THE_NORM } from './e-invoice-readiness.ts'

const INVOICE: DocumentSource = {
  invoice_number: 'INV-0042',
  number: 42,
  status: 'sent',
  approval_status: null,
  project_name: null,
  issue_date: '2026-11-16',
  due_date: '2026-11-30',
  paid_on: null,
  service_from: '2026-10-01',
  service_to: '2026-10-31',
  currency: 'EUR',
  tax_category: 'standard',
  tax_rate: 19_000,
  discount_percent: null,
  amount_paid: 0,
  credited: 0,
  ...totals([withAmount({ quantity: 25_000, rate: 9999 })], 19_000),
  written_off: 0,
  balance: 29747,
  notes: 'Thank you',
  items: [
    withAmount({ id: 1, description: 'Design\nThree drafts', quantity: 25_000, unit: 'hours', rate: 9999 }),
  ],
  details: {
    seller: {
      name: 'Ada Müller',
      address: 'Rua 1\n2nd floor\nDoor C',
      postal_code: '1000-001',
      city: 'Lisboa',
      country: 'PT',
      tax_id: 'PT 123 456 789',
      email: 'ada@example.com',
      phone: '+351 123',
      website: '',
      logo_id: null,
    },
    buyer: {
      name: 'Jonas Pine',
      company: 'Pine & <Partners> GmbH',
      address: 'Hafenstraße 27',
      postal_code: '20457',
      city: 'Hamburg',
      country: 'DE',
      tax_id: 'DE123456789',
      email: 'jonas@example.com',
    },
    tax_name: 'VAT',
    payment: {
      details: 'Within 14 days',
      account_holder: 'Ada',
      iban: 'PT50000201231234567890154',
      bic: 'BCOMPTPL',
    },
    footer: '',
  },
  decisions: [],
  approved_files: [],
}

function totals(
  lines: readonly { amount: number }[],
  taxRate: number,
  discount?: Parameters<typeof totalsOf>[2],
) {
  const amounts = lines.map(({ amount }) => amount)
  return totalsOf(amounts, taxRate, discount)
}

const documentWith = (changes: Partial<DocumentSource> = {}): InvoiceDocument =>
  documentOf({ ...INVOICE, ...changes }, { locale: 'en-US', timeZone: 'UTC' })

/** With other texts about one of the parties. */
const withParty = (party: 'seller' | 'buyer', changes: object): Partial<DocumentSource> => ({
  details: { ...INVOICE.details, [party]: { ...INVOICE.details[party], ...changes } },
})

describe('an invoice is an e-invoice', () => {
  test('with everything that the norm asks for', () => {
    expect(missingForEInvoice(documentWith())).toEqual([])
  })

  test.each<[string, Partial<DocumentSource>, string]>([
    [
      'the country of the seller',
      withParty('seller', { country: '' }),
      'Enter your country in your business profile.',
    ],
    [
      'the tax ID of the seller',
      withParty('seller', { tax_id: '' }),
      'Enter your tax ID in your business profile.',
    ],
    [
      'the country of the buyer',
      withParty('buyer', { country: '' }),
      'Enter the client’s country on the client’s page.',
    ],
    [
      'the email of the buyer',
      withParty('buyer', { email: '' }),
      'Enter the client’s email address on the client’s page.',
    ],
    [
      'the tax number of a buyer who has to pay the tax',
      { ...withParty('buyer', { tax_id: '' }), tax_category: 'reverse_charge', tax_rate: 0 },
      'For reverse charge, enter the client’s tax ID on the client’s page.',
    ],
    ['a due date', { due_date: null }, 'Enter a due date.'],
    ['a line', { items: [] }, 'Add at least one line.'],
    [
      'a reason for taking no tax',
      { tax_rate: 0 },
      'Enter a tax rate of at least 0.5%, or choose the tax category that says why there is none.',
    ],
    [
      'a currency with two decimals',
      { currency: 'KWD' },
      'KWD has three decimals, and an e-invoice allows two at most.',
    ],
    ['a currency of the norm', { currency: 'HRK' }, 'An e-invoice cannot be in HRK.'],
    ['a claim', { status: 'cancelled' }, 'A cancelled invoice is not an e-invoice.'],
  ])('not without %s', (_, changes, sentence) => {
    expect(missingForEInvoice(documentWith(changes)).map(missingSentence)).toEqual([sentence])
  })

  test('without a due date once it is paid, and without the tax number of a client who pays no tax', () => {
    expect(missingForEInvoice(documentWith({ due_date: null, amount_paid: 29747, balance: 0 }))).toEqual([])
    expect(missingForEInvoice(documentWith(withParty('buyer', { tax_id: '' })))).toEqual([])
  })

  test('in every currency whose code the norm knows', () => {
    const known: string[] = invoiceSchema.$defs?.codeLists?.ISO4217?.enum ?? []
    expect(CURRENCIES.filter((currency) => !known.includes(currency))).toEqual(NOT_IN_THE_NORM)
  })
})

const AGREEMENT = 'CrossIndustryInvoice/SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement'
const SETTLEMENT = 'CrossIndustryInvoice/SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement'
const SUMMATION = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`
const UBL_SELLER = 'Invoice/AccountingSupplierParty/Party'
const UBL_BUYER = 'Invoice/AccountingCustomerParty/Party'

/** The paths of the values in each syntax. */
const PATHS = {
  cii: {
    lines: 'CrossIndustryInvoice/SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem',
    line: {
      name: 'SpecifiedTradeProduct/Name',
      description: 'SpecifiedTradeProduct/Description',
      unit: 'SpecifiedLineTradeDelivery/BilledQuantity/@unitCode',
      amount: 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
      category: 'SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode',
    },
    number: 'CrossIndustryInvoice/ExchangedDocument/ID',
    seller: `${AGREEMENT}/SellerTradeParty/Name`,
    sellerVatId: `${AGREEMENT}/SellerTradeParty/SpecifiedTaxRegistration/ID`,
    sellerRegistration: `${AGREEMENT}/SellerTradeParty/SpecifiedLegalOrganization/ID`,
    buyer: `${AGREEMENT}/BuyerTradeParty/Name`,
    buyerVatId: `${AGREEMENT}/BuyerTradeParty/SpecifiedTaxRegistration/ID`,
    buyerRegistration: `${AGREEMENT}/BuyerTradeParty/SpecifiedLegalOrganization/ID`,
    category: `${SETTLEMENT}/ApplicableTradeTax/CategoryCode`,
    rate: `${SETTLEMENT}/ApplicableTradeTax/RateApplicablePercent`,
    reason: `${SETTLEMENT}/ApplicableTradeTax/ExemptionReason`,
    taxable: `${SETTLEMENT}/ApplicableTradeTax/BasisAmount`,
    from: `${SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime/DateTimeString`,
    discount: `${SETTLEMENT}/SpecifiedTradeAllowanceCharge/ActualAmount`,
    discountPercent: `${SETTLEMENT}/SpecifiedTradeAllowanceCharge/CalculationPercent`,
    paymentMeans: `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/TypeCode`,
    sum: `${SUMMATION}/LineTotalAmount`,
    discounts: `${SUMMATION}/AllowanceTotalAmount`,
    net: `${SUMMATION}/TaxBasisTotalAmount`,
    tax: `${SUMMATION}/TaxTotalAmount`,
    total: `${SUMMATION}/GrandTotalAmount`,
    paid: `${SUMMATION}/TotalPrepaidAmount`,
    balance: `${SUMMATION}/DuePayableAmount`,
  },
  ubl: {
    lines: 'Invoice/InvoiceLine',
    line: {
      name: 'Item/Name',
      description: 'Item/Description',
      unit: 'InvoicedQuantity/@unitCode',
      amount: 'LineExtensionAmount',
      category: 'Item/ClassifiedTaxCategory/ID',
    },
    number: 'Invoice/ID',
    seller: `${UBL_SELLER}/PartyLegalEntity/RegistrationName`,
    sellerVatId: `${UBL_SELLER}/PartyTaxScheme/CompanyID`,
    sellerRegistration: `${UBL_SELLER}/PartyLegalEntity/CompanyID`,
    buyer: `${UBL_BUYER}/PartyLegalEntity/RegistrationName`,
    buyerVatId: `${UBL_BUYER}/PartyTaxScheme/CompanyID`,
    buyerRegistration: `${UBL_BUYER}/PartyLegalEntity/CompanyID`,
    category: 'Invoice/TaxTotal/TaxSubtotal/TaxCategory/ID',
    rate: 'Invoice/TaxTotal/TaxSubtotal/TaxCategory/Percent',
    reason: 'Invoice/TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
    taxable: 'Invoice/TaxTotal/TaxSubtotal/TaxableAmount',
    from: 'Invoice/InvoicePeriod/StartDate',
    discount: 'Invoice/AllowanceCharge/Amount',
    discountPercent: 'Invoice/AllowanceCharge/MultiplierFactorNumeric',
    paymentMeans: 'Invoice/PaymentMeans/PaymentMeansCode',
    sum: 'Invoice/LegalMonetaryTotal/LineExtensionAmount',
    discounts: 'Invoice/LegalMonetaryTotal/AllowanceTotalAmount',
    net: 'Invoice/LegalMonetaryTotal/TaxExclusiveAmount',
    tax: 'Invoice/TaxTotal/TaxAmount',
    total: 'Invoice/LegalMonetaryTotal/TaxInclusiveAmount',
    paid: 'Invoice/LegalMonetaryTotal/PrepaidAmount',
    balance: 'Invoice/LegalMonetaryTotal/PayableAmount',
  },
} as const

const SYNTAXES = ['cii', 'ubl'] as const

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
})

/** The text of the XML at a path; empty if there is none. */
function textAt(xml: unknown, path: string): string {
  const found = nodeAt(xml, path)
  const text = isRecord(found) ? found['#text'] : found
  return text === undefined ? '' : String(text)
}

const nodeAt = (xml: unknown, path: string): unknown =>
  path.split('/').reduce((node: unknown, name) => (isRecord(node) ? node[name] : undefined), xml)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

async function read(document: InvoiceDocument, syntax: EInvoiceSyntax) {
  const paths = PATHS[syntax]
  const xml: unknown = parser.parse(await eInvoiceXml(eInvoiceOf(document), syntax), true)
  const text = (name: Exclude<keyof typeof paths, 'line' | 'lines'>) => textAt(xml, paths[name])
  const minorUnits = (amount: string) => Math.round(Number(amount || 0) * 10 ** decimalsOf(document.currency))
  return {
    text,
    amount: (name: Parameters<typeof text>[0]) => minorUnits(text(name)),
    lines: [nodeAt(xml, paths.lines)].flat().map((line) => ({
      name: textAt(line, paths.line.name),
      description: textAt(line, paths.line.description),
      unit: textAt(line, paths.line.unit),
      amount: minorUnits(textAt(line, paths.line.amount)),
      category: textAt(line, paths.line.category),
    })),
  }
}

describe.each(SYNTAXES)('in %s', (syntax) => {
  test('names, texts, units, dates and payment are those of the document', async () => {
    const { text, lines } = await read(documentWith(), syntax)
    expect(text('number')).toBe('INV-0042')
    expect(text('seller')).toBe('Ada Müller')
    expect(text('sellerVatId')).toBe('PT123456789')
    expect(text('buyer')).toBe('Pine & <Partners> GmbH')
    expect(text('buyerVatId')).toBe('DE123456789')
    expect(text('from').replaceAll('-', '')).toBe('20261001')
    expect(text('paymentMeans')).toBe('58')
    expect(lines).toEqual([
      { name: 'Design', description: 'Three drafts', unit: 'HUR', amount: 24998, category: 'S' },
    ])
  })

  test.each([
    ['standard', 'S', '19.00', ''],
    ['zero', 'Z', '0.00', ''],
    ['exempt', 'E', '0.00', 'Exempt from VAT.'],
    ['reverse_charge', 'AE', '0.00', 'Reverse charge: the recipient is liable for the VAT.'],
    ['outside_scope', 'O', '', 'Outside the scope of VAT.'],
  ] as const)('the tax category %s is %s', async (tax_category, code, rate, reason) => {
    const tax_rate = tax_category === 'standard' ? 19_000 : 0
    const { text, lines } = await read(documentWith({ tax_category, tax_rate }), syntax)
    expect([text('category'), text('rate'), text('reason')]).toEqual([code, rate, reason])
    expect(lines.map(({ category }) => category)).toEqual([code])
  })

  test('outside the scope of tax nobody is named by a VAT identifier', async () => {
    const { text } = await read(documentWith({ tax_category: 'outside_scope', tax_rate: 0 }), syntax)
    expect([text('sellerVatId'), text('buyerVatId')]).toEqual(['', ''])
    expect([text('sellerRegistration'), text('buyerRegistration')]).toEqual(['PT 123 456 789', 'DE123456789'])
  })

  test('a tax number without country is a registration', async () => {
    const { text } = await read(documentWith(withParty('buyer', { tax_id: '27/123/45678' })), syntax)
    expect([text('buyerVatId'), text('buyerRegistration')]).toEqual(['', '27/123/45678'])
  })

  test('money goes by credit transfer outside the euro, and any way without an IBAN', async () => {
    const { text: inDollars } = await read(documentWith({ currency: 'USD' }), syntax)
    expect(inDollars('paymentMeans')).toBe('30')
    const payment = { ...INVOICE.details.payment, iban: '', bic: '' }
    const { text } = await read(documentWith({ details: { ...INVOICE.details, payment } }), syntax)
    expect(text('paymentMeans')).toBe('1')
  })

  test('characters that XML cannot contain are left out', async () => {
    const items = INVOICE.items.map((item) => ({
      ...item,
      description: '\u0001Sketch\ud800 ]]> & &amp; &lt; &x; &#1; 漢字 🎨\uffff',
    }))
    const { lines } = await read(documentWith({ items }), syntax)
    expect(lines.map(({ name }) => name)).toEqual(['Sketch ]]> & &amp; &lt; &x; &#1; 漢字 🎨'])
  })

  test('sums, discount, tax and what is due add up to the last unit', async () => {
    await fc.assert(
      fc.asyncProperty(anyInvoice, async (source) => {
        const document = documentOf(source, { locale: 'de-DE', timeZone: 'UTC' })
        const { amount, text, lines } = await read(document, syntax)
        expect(lines).toHaveLength(source.items.length)
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount('sum'))
        expect(amount('discount')).toBe(amount('discounts'))
        expect(amount('sum') - amount('discounts')).toBe(amount('net'))
        expect(amount('taxable')).toBe(amount('net'))
        expect(amount('tax')).toBe(taxOn(amount('taxable'), Math.round(Number(text('rate')) * 1000)))
        expect(amount('net') + amount('tax')).toBe(amount('total'))
        expect(amount('total') - amount('paid')).toBe(amount('balance'))
        expect([amount('total'), amount('balance')]).toEqual([source.total, source.balance])
      }),
      { numRuns: 30 },
    )
  })
})

const anyItem = fc.record({
  id: fc.integer({ min: 1 }),
  description: fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => `Work ${text}`),
  quantity: fc.integer({ min: 1000, max: 1_000_000 }),
  unit: fc.constantFrom(...Unit.options),
  rate: fc.integer({ min: 0, max: 1_000_000 }),
})

const anyInvoice: fc.Arbitrary<DocumentSource> = fc
  .record({
    items: fc.array(anyItem, { minLength: 1, maxLength: 20 }),
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'GBP', 'HUF'),
    tax_category: fc.constantFrom(...TaxCategory.options),
    rate: fc.integer({ min: 500, max: 50_000 }),
    percent: fc.option(fc.integer({ min: 1, max: 10_000 })),
    discounted: fc.integer({ min: 0, max: 10_000 }),
    paid: fc.constantFrom(0, 3333, 10_000),
  })
  .map(({ items, currency, tax_category, rate, percent, discounted, paid }) => {
    const lines = items.map(withAmount)
    const tax_rate = tax_category === 'standard' ? rate : 0
    const { subtotal } = totals(lines, tax_rate)
    const discount = { discount_percent: percent, discount_amount: percentOf(discounted, subtotal) }
    const sums = totals(lines, tax_rate, discount)
    const amount_paid = percentOf(paid, sums.total)
    return {
      ...INVOICE,
      items: lines,
      currency,
      tax_category,
      tax_rate,
      discount_percent: percent,
      ...sums,
      amount_paid,
      balance: sums.total - amount_paid,
    }
  })
