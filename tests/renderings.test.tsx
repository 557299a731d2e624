import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { decimalsOf } from '#core/currency.ts'
import { DEFAULT_LOCALE, setPageLocale } from '#core/format.ts'
import { InvoiceSheet } from '#features/billing/documents/invoice-sheet.tsx'
import { documentOf, type InvoiceDocument } from '#features/billing/documents/rules/document.ts'
import { eInvoiceOf } from '#features/billing/documents/rules/e-invoice.ts'
import { missingForEInvoice } from '#features/billing/documents/rules/e-invoice-readiness.ts'
import type { PortalInvoiceDetail } from '#features/pages/portal/contract/invoices.ts'
import { InvoiceDocument as PortalDocument } from '#features/pages/portal/invoice-document.tsx'
import { eInvoiceXml } from '#server/pdf/e-invoice.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { wordsOfPdf } from './pdf.ts'
import { anyInvoice } from './random-invoice.ts'

/** `RENDERINGS=1000` compares more. */
const RUNS = Number(process.env.RENDERINGS ?? 25)

/** Links in the portal are made from the address of the page. */
beforeAll(() => {
  vi.stubGlobal('location', new URL('https://daybook.example.com'))
  return () => vi.unstubAllGlobals()
})
afterAll(() => setPageLocale(DEFAULT_LOCALE))

test('screen, portal, PDF and e-invoice say the same', async () => {
  let eInvoices = 0
  const property = fc.asyncProperty(anyInvoice, async (invoice) => {
    if (await compare(invoice)) eInvoices++
  })
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
  expect(eInvoices).toBeGreaterThan(0)
})

/** Returns whether it is an e-invoice, too. */
async function compare(invoice: PortalInvoiceDetail): Promise<boolean> {
  setPageLocale(invoice.locale)
  const document = documentOf(invoice, { locale: invoice.locale, timeZone: invoice.time_zone })
  expectSaid(document, SCREEN, textOfMarkup(<InvoiceSheet document={document} />))
  expectSaid(document, PORTAL, textOfMarkup(<PortalDocument token="t" invoice={invoice} />))
  expectSaid(document, PDF, wordsOfPdf(await pdfOf(document)))
  if (missingForEInvoice(document).length > 0) return false
  expectInXml(document, await eInvoiceXml(eInvoiceOf(document), 'cii'))
  return true
}

const pdfOf = (invoice: InvoiceDocument): Promise<Buffer> =>
  renderPdf(
    { accountId: 1, now: new Date() },
    new URL('../features/billing/documents/invoice.typ', import.meta.url),
    {
      invoice,
      has_logo: false,
      qr_code: null,
    },
  )

/** The wording of a rendering, and what it repeats. */
interface Wording {
  issued: string
  due: string
  paid: string
  /** Amounts that stand there a second time. */
  repeats?(document: InvoiceDocument): string[]
}

const SCREEN: Wording = { issued: 'Issued', due: 'Due', paid: 'Paid' }
const PDF: Wording = SCREEN
const PORTAL: Wording = {
  issued: 'Issue date',
  due: 'Due date',
  paid: 'Paid on',
  repeats: ({ totals: { paid } }) => (paid.minor_units > 0 ? [paid.text] : []),
}

type Totals = InvoiceDocument['totals']
const isPartlyPaid = ({ paid, balance }: Pick<Totals, 'paid' | 'balance'>) =>
  paid.minor_units > 0 && balance.minor_units > 0

/** Every name, date and amount stands where it belongs, and there are no other amounts. */
function expectSaid(document: InvoiceDocument, wording: Wording, text: string): void {
  const amounts = [...document.lines.map(lineText), ...totalTexts(document)]
  const said = withoutSpace(text)
  const missing = [...amounts, ...otherTexts(document, wording)].filter(
    (part) => !said.includes(withoutSpace(part)),
  )
  expect(missing).toEqual([])
  const repeated = wording.repeats?.(document) ?? []
  expect(countCurrencies(said)).toBe(countCurrencies([...amounts, ...repeated].join(' ')))
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '')
const countCurrencies = (text: string): number => text.match(/\p{Sc}|CHF/gu)?.length ?? 0

const lineText = ({ text, quantity, unit_label, rate, amount }: InvoiceDocument['lines'][number]): string =>
  [...text, quantity.text, unit_label, rate.text, amount.text].join(' ')

function totalTexts({ totals, tax, discount }: InvoiceDocument): string[] {
  return [
    `Subtotal ${totals.subtotal.text}`,
    ...(discount ? [`${discount.label} −${discount.amount.text}`] : []),
    ...(tax.rate.value === 0 ? [] : [`${tax.label} ${totals.tax.text}`]),
    `Total ${totals.total.text}`,
    ...(isPartlyPaid(totals)
      ? [`Paid so far ${totals.paid.text}`, `Balance due ${totals.balance.text}`]
      : []),
  ]
}

const otherTexts = (document: InvoiceDocument, { issued, due, paid }: Wording): string[] => [
  document.number,
  [document.seller.name, ...document.seller.lines].join(' '),
  [document.buyer.name, ...document.buyer.lines].join(' '),
  `${issued} ${document.issued.text}`,
  ...(document.due ? [`${due} ${document.due.text}`] : []),
  ...(document.paid ? [`${paid} ${document.paid.text}`] : []),
  ...(document.service_period ? [`Service period ${document.service_period.text}`] : []),
  document.project ?? '',
  document.tax.sentence ?? '',
  ...document.payment.lines.map(({ label, text }) => `${label ?? ''} ${text}`),
  ...document.citations,
  document.notes,
  document.footer,
]

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }

const textOfMarkup = (element: React.ReactElement): string =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => ENTITIES[name] ?? '')

const parser = new XMLParser({ parseTagValue: false, removeNSPrefix: true, ignoreAttributes: true })

/** Expects the elements of the e-invoice. */
function expectInXml(document: InvoiceDocument, xml: string): void {
  const { ExchangedDocument: head, SupplyChainTradeTransaction: body } =
    parser.parse(xml).CrossIndustryInvoice
  const { ApplicableHeaderTradeAgreement: parties, ApplicableHeaderTradeSettlement: settlement } = body
  const sums = settlement.SpecifiedTradeSettlementHeaderMonetarySummation
  const minorUnits = (amount = '0') => Math.round(Number(amount) * 10 ** decimalsOf(document.currency))
  const day = (date: string) => date.replaceAll('-', '')
  const { totals, seller, buyer, due, service_period: period } = document
  const lines = [body.IncludedSupplyChainTradeLineItem].flat()
  const note = withoutSpace(String(head.IncludedNote?.Content ?? ''))
  expect(document.citations.filter((citation) => !note.includes(withoutSpace(citation)))).toEqual([])
  expect({
    number: head.ID,
    issued: head.IssueDateTime.DateTimeString,
    seller: parties.SellerTradeParty.Name,
    buyer: parties.BuyerTradeParty.Name,
    due: settlement.SpecifiedTradePaymentTerms?.DueDateDateTime?.DateTimeString,
    from: settlement.BillingSpecifiedPeriod?.StartDateTime?.DateTimeString,
    to: settlement.BillingSpecifiedPeriod?.EndDateTime?.DateTimeString,
    lines: lines.map((line) => ({
      quantity: Number(line.SpecifiedLineTradeDelivery.BilledQuantity),
      amount: minorUnits(
        line.SpecifiedLineTradeSettlement.SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount,
      ),
    })),
    subtotal: minorUnits(sums.LineTotalAmount),
    discount: minorUnits(sums.AllowanceTotalAmount),
    net: minorUnits(sums.TaxBasisTotalAmount),
    tax: minorUnits(sums.TaxTotalAmount),
    total: minorUnits(sums.GrandTotalAmount),
    paid: minorUnits(sums.TotalPrepaidAmount),
    balance: minorUnits(sums.DuePayableAmount),
  }).toEqual({
    number: document.number,
    issued: day(document.issued.date),
    seller: seller.name,
    buyer: buyer.company || buyer.name,
    due: due ? day(due.date) : undefined,
    from: period?.from ? day(period.from) : undefined,
    to: period?.to ? day(period.to) : undefined,
    lines: document.lines.map(({ quantity, amount }) => ({
      quantity: quantity.value,
      amount: amount.minor_units,
    })),
    subtotal: totals.subtotal.minor_units,
    discount: totals.discount.minor_units,
    net: totals.net.minor_units,
    tax: totals.tax.minor_units,
    total: totals.total.minor_units,
    paid: totals.paid.minor_units,
    balance: totals.balance.minor_units,
  })
}
