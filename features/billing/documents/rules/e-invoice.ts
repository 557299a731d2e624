import type { Invoice as EInvoice } from '@e-invoice-eu/core'
import { decimalsOf } from '#core/currency.ts'
import type { TaxCategory, Unit } from '#core/document-lines.ts'
import { fromMinorUnits } from '#core/money.ts'
import type { DocumentAmount, DocumentTableLine, InvoiceDocument } from './document.ts'
import { vatIdOf } from './vat-id.ts'

type Content = EInvoice['ubl:Invoice']
type CurrencyCode = Content['cbc:DocumentCurrencyCode']
type Seller = Content['cac:AccountingSupplierParty']['cac:Party']
type Buyer = Content['cac:AccountingCustomerParty']['cac:Party']
type PostalAddress = Seller['cac:PostalAddress']
type PaymentMeans = NonNullable<Content['cac:PaymentMeans']>[number]
type Discount = NonNullable<Content['cac:AllowanceCharge']>[number]
type Line = Content['cac:InvoiceLine'][number]

const COMMERCIAL_INVOICE = '380'
const CREDIT_NOTE = '381'
const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }
const TAX_REGISTRATION = { 'cac:TaxScheme': { 'cbc:ID': 'FC' } }

/** The document as EN 16931 has it. Only for a document from which nothing is missing: see `missingForEInvoice`. */
export function eInvoiceOf(document: InvoiceDocument): EInvoice {
  const { issued, due, service_period: period, preceding, buyer, tax, totals } = document
  const currency = document.currency as CurrencyCode
  const amount = amountsIn(currency)
  const [line, ...lines] = document.lines.map((one) => lineOf(one, document))
  if (!line) throw new Error('an e-invoice has at least one line')
  // Nothing else may lie between the total and what is payable.
  const settled = { minor_units: totals.total.minor_units - totals.balance.minor_units }
  return {
    'ubl:Invoice': {
      'cbc:ID': oneLine(document.number),
      'cbc:IssueDate': issued.date,
      ...(due && { 'cbc:DueDate': due.date }),
      'cbc:InvoiceTypeCode': preceding ? CREDIT_NOTE : COMMERCIAL_INVOICE,
      ...noteOf(document),
      'cbc:DocumentCurrencyCode': currency,
      ...(period && {
        'cac:InvoicePeriod': {
          ...optional('cbc:StartDate', period.from ?? ''),
          ...optional('cbc:EndDate', period.to ?? ''),
        },
      }),
      ...(preceding && {
        'cac:BillingReference': [
          {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': oneLine(preceding.number),
              'cbc:IssueDate': preceding.issued.date,
            },
          },
        ],
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(document) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(document) },
      // Work is delivered to the client. The syntax CII is not complete without a delivery.
      'cac:Delivery': { 'cac:DeliveryParty': { 'cac:PartyName': { 'cbc:Name': legalName(buyer) } } },
      'cac:PaymentMeans': [paymentMeansOf(document)],
      ...paymentTermsOf(document),
      ...(document.discount && { 'cac:AllowanceCharge': [discountOf(document, document.discount)] }),
      'cac:TaxTotal': [
        {
          ...amount('cbc:TaxAmount', totals.tax),
          'cac:TaxSubtotal': [
            {
              ...amount('cbc:TaxableAmount', totals.net),
              ...amount('cbc:TaxAmount', totals.tax),
              'cac:TaxCategory': { ...categoryOf(tax), ...exemptionOf(tax) },
            },
          ],
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...amount('cbc:LineExtensionAmount', totals.subtotal),
        ...amount('cbc:TaxExclusiveAmount', totals.net),
        ...amount('cbc:TaxInclusiveAmount', totals.total),
        ...(document.discount && amount('cbc:AllowanceTotalAmount', totals.discount)),
        ...(settled.minor_units !== 0 && amount('cbc:PrepaidAmount', settled)),
        ...amount('cbc:PayableAmount', totals.balance),
      },
      'cac:InvoiceLine': [line, ...lines],
    },
  }
}

/** The norm has one note in CII, so everything that is said stands in it. */
const noteOf = ({ notes, citations, footer }: InvoiceDocument) => {
  const note = [notes, ...citations, footer].map(text).filter(Boolean).join('\n\n')
  return note ? { 'cbc:Note': [note] } : {}
}

function sellerOf({ seller, tax }: InvoiceDocument): Seller {
  const name = oneLine(seller.name)
  const vatId = tax.category === 'outside_scope' ? null : vatIdOf(seller.tax_id)
  const taxId = oneLine(seller.tax_id)
  return {
    ...endpointOf(seller.email),
    'cac:PostalAddress': addressOf(seller),
    ...(tax.category !== 'outside_scope' && {
      'cac:PartyTaxScheme': [
        vatId ? { 'cbc:CompanyID': vatId, ...VAT } : { 'cbc:CompanyID': taxId, ...TAX_REGISTRATION },
      ],
    }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      ...optional('cbc:CompanyID', vatId ? '' : taxId),
    },
    'cac:Contact': {
      'cbc:Name': name,
      ...optional('cbc:Telephone', oneLine(seller.phone)),
      ...optional('cbc:ElectronicMail', oneLine(seller.email)),
    },
  }
}

/** The buyer. Outside the scope of tax, no VAT identifiers are named. */
function buyerOf({ buyer, tax }: InvoiceDocument): Buyer {
  const vatId = tax.category === 'outside_scope' ? null : vatIdOf(buyer.tax_id)
  const company = oneLine(buyer.company)
  return {
    ...endpointOf(buyer.email),
    'cac:PostalAddress': addressOf(buyer),
    ...(vatId && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, ...VAT } }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': legalName(buyer),
      ...optional('cbc:CompanyID', vatId ? '' : oneLine(buyer.tax_id)),
    },
    'cac:Contact': {
      ...optional('cbc:Name', company && oneLine(buyer.name)),
      ...optional('cbc:ElectronicMail', oneLine(buyer.email)),
    },
  }
}

const legalName = ({ name, company }: InvoiceDocument['buyer']): string => oneLine(company) || oneLine(name)

const endpointOf = (email: string) => ({
  'cbc:EndpointID': oneLine(email),
  'cbc:EndpointID@schemeID': 'EM' as const,
})

function addressOf(party: {
  address: string
  postal_code: string
  city: string
  country: string
}): PostalAddress {
  const [street = '', second = '', ...rest] = textLines(party.address)
  return {
    ...optional('cbc:StreetName', street),
    ...optional('cbc:AdditionalStreetName', second),
    ...optional('cbc:CityName', oneLine(party.city)),
    ...optional('cbc:PostalZone', oneLine(party.postal_code)),
    ...(rest.length > 0 && { 'cac:AddressLine': { 'cbc:Line': rest.join(', ') } }),
    'cac:Country': {
      'cbc:IdentificationCode': party.country as PostalAddress['cac:Country']['cbc:IdentificationCode'],
    },
  }
}

const SEPA_CREDIT_TRANSFER = '58'
const CREDIT_TRANSFER = '30'
const NOT_DEFINED = '1'

function paymentMeansOf({
  number,
  currency,
  payment: { iban, bic, account_holder },
}: InvoiceDocument): PaymentMeans {
  const reference = { 'cbc:PaymentID': oneLine(number) }
  if (!iban) return { 'cbc:PaymentMeansCode': NOT_DEFINED, ...reference }
  return {
    'cbc:PaymentMeansCode': currency === 'EUR' ? SEPA_CREDIT_TRANSFER : CREDIT_TRANSFER,
    ...reference,
    'cac:PayeeFinancialAccount': {
      'cbc:ID': iban,
      ...optional('cbc:Name', oneLine(account_holder)),
      ...(bic && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bic } }),
    },
  }
}

/** The freelancer's words about paying. A credit note has no due date, so it has terms in any case. */
function paymentTermsOf({ payment, preceding }: InvoiceDocument) {
  if (preceding)
    return { 'cac:PaymentTerms': { 'cbc:Note': `Credited to invoice ${oneLine(preceding.number)}` } }
  const terms = payment.lines.filter(({ label }) => label === null).map((line) => text(line.text))
  return terms.length > 0 ? { 'cac:PaymentTerms': { 'cbc:Note': terms.join('\n') } } : {}
}

const DISCOUNT_REASON = '95'

function discountOf(
  { currency, tax, totals }: InvoiceDocument,
  { label, percent, amount: discount }: NonNullable<InvoiceDocument['discount']>,
): Discount {
  const amount = amountsIn(currency as CurrencyCode)
  return {
    'cbc:ChargeIndicator': 'false',
    'cbc:AllowanceChargeReasonCode': DISCOUNT_REASON,
    'cbc:AllowanceChargeReason': oneLine(label),
    ...(percent && { 'cbc:MultiplierFactorNumeric': decimal(percent.value) }),
    ...amount('cbc:Amount', discount),
    ...(percent && amount('cbc:BaseAmount', totals.subtotal)),
    'cac:TaxCategory': categoryOf(tax),
  }
}

const CATEGORIES = {
  standard: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  outside_scope: 'O',
} as const satisfies Record<TaxCategory, string>

const categoryOf = ({ category, rate }: InvoiceDocument['tax']) => ({
  'cbc:ID': CATEGORIES[category],
  ...(category !== 'outside_scope' && { 'cbc:Percent': decimal(rate.value) }),
  ...VAT,
})

/** The reason for not charging tax. Taxed categories, also at zero percent, need none. */
function exemptionOf({ category, sentence }: InvoiceDocument['tax']) {
  if (category === 'standard' || category === 'zero') return {}
  return {
    ...(category === 'reverse_charge' && { 'cbc:TaxExemptionReasonCode': 'VATEX-EU-AE' as const }),
    ...(category === 'outside_scope' && { 'cbc:TaxExemptionReasonCode': 'VATEX-EU-O' as const }),
    ...optional('cbc:TaxExemptionReason', oneLine(sentence ?? '')),
  }
}

/** Codes of UN/ECE Recommendation 20. */
const UNITS = { '': 'C62', pieces: 'C62', hours: 'HUR', days: 'DAY' } as const satisfies Record<Unit, string>

function lineOf(line: DocumentTableLine, { currency, tax }: InvoiceDocument): Line {
  const amount = amountsIn(currency as CurrencyCode)
  const [name = '-', ...rest] = line.text.flatMap(textLines)
  return {
    'cbc:ID': String(line.position),
    'cbc:InvoicedQuantity': decimal(line.quantity.value),
    'cbc:InvoicedQuantity@unitCode': UNITS[line.unit],
    ...amount('cbc:LineExtensionAmount', line.amount),
    'cac:Item': {
      ...optional('cbc:Description', rest.join('\n')),
      'cbc:Name': name,
      'cac:ClassifiedTaxCategory': categoryOf(tax),
    },
    'cac:Price': amount('cbc:PriceAmount', line.rate),
  }
}

/** An amount and, beside it, its currency. */
const amountsIn =
  (currency: CurrencyCode) =>
  <Name extends string>(name: Name, { minor_units }: Pick<DocumentAmount, 'minor_units'>) =>
    ({
      [name]: fromMinorUnits(minor_units, currency).toFixed(decimalsOf(currency)),
      [`${name}@currencyID`]: currency,
    }) as Record<Name, string> & Record<`${Name}@currencyID`, CurrencyCode>

/** With two decimals, or all that it has. */
const decimal = (value: number): string => {
  const exact = String(value)
  return (exact.split('.')[1]?.length ?? 0) > 2 ? exact : value.toFixed(2)
}

/** The norm has no empty values: what is empty is left out. */
const optional = <Name extends string>(name: Name, value: string) =>
  (value ? { [name]: value } : {}) as Partial<Record<Name, string>>

/** Characters that XML 1.0 cannot contain. */
const NOT_IN_XML = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const text = (value: string): string => value.replace(NOT_IN_XML, '').trim()
const textLines = (value: string): string[] => value.split('\n').map(text).filter(Boolean)
const oneLine = (value: string): string => textLines(value).join(' ')
