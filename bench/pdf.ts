import { documentOf } from '#features/billing/documents/rules/document.ts'
import { eInvoiceOf } from '#features/billing/documents/rules/e-invoice.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { PdfRenderer } from '#server/pdf/render.ts'
import { round } from './load.ts'
import { median } from './median.ts'
import { table } from './table.ts'

/** Invoices as PDF, by the renderer alone: without request and database. */
export interface PdfResult {
  what: string
  /** Milliseconds, or megabytes. */
  measured: number
  unit: 'ms' | 'MB'
  most: number
}

const TEMPLATE = new URL('../features/billing/documents/invoice.typ', import.meta.url)
const WARM_UPS = 60
const ROUNDS = 60
const LONG_ROUNDS = 7
const AT_ONCE = 100
/** The invoice that is rendered again, as for its preview, its email and each download. */
const SAME_NUMBER = 1_000_000

export async function measurePdf(
  report: (line: string) => void,
  isSelected: (words: string) => boolean,
): Promise<PdfResult[]> {
  const renderer = new PdfRenderer()
  let number = 0
  const render = (lines: number, { account = 1, asEInvoice = false, again = false } = {}) => {
    const data = dataOf(lines, again ? SAME_NUMBER : number++)
    return renderer.render(account, {
      template: TEMPLATE.href,
      data,
      files: {},
      eInvoice: asEInvoice ? { invoice: eInvoiceOf(data.invoice), madeAt: new Date() } : null,
    })
  }
  const times = async (lines: number, rounds: number, { asEInvoice = false, again = false } = {}) => {
    const measured: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      await render(lines, { asEInvoice, again })
      measured.push(performance.now() - started)
    }
    return measured
  }
  report('pdf: warming up')
  await times(30, WARM_UPS)
  const results: PdfResult[] = []
  for (const { lines, rounds, most, asEInvoice = false, again = false } of [
    { lines: 30, rounds: ROUNDS, most: 30 },
    { lines: 30, rounds: ROUNDS, most: 30, again: true },
    { lines: 30, rounds: ROUNDS, most: 300, asEInvoice: true },
    { lines: 500, rounds: LONG_ROUNDS, most: 500 },
    { lines: 500, rounds: LONG_ROUNDS, most: 500, again: true },
  ]) {
    const what = `an invoice of ${lines} lines${asEInvoice ? ' as Factur-X' : ''}${again ? ', rendered again' : ''}, p50`
    if (!isSelected(what)) continue
    report(`pdf: ${what}`)
    results.push({
      what,
      measured: round(median(await times(lines, rounds, { asEInvoice, again }))),
      unit: 'ms',
      most,
    })
  }
  const what = `${AT_ONCE} invoices of 30 lines at once: memory of the process`
  if (isSelected(what)) {
    report(`pdf: ${what}`)
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, account) => render(30, { account })))
    clearInterval(watch)
    results.push({ what, measured: Math.round(peak / 2 ** 20), unit: 'MB', most: 1500 })
  }
  return results
}

export const pdfTable = (results: PdfResult[]): string =>
  table(
    ['PDF', 'measured', 'goal', ''],
    results.map(({ what, measured, unit, most }) => [
      what,
      `${measured} ${unit}`,
      `${most} ${unit}`,
      measured > most ? 'missed' : '',
    ]),
  )

export const missedPdfs = (results: PdfResult[]): string[] =>
  results
    .filter(({ measured, most }) => measured > most)
    .map(({ what, measured, unit, most }) => `pdf: ${what}: ${measured} ${unit}, goal ${most} ${unit}`)

/** Each has texts and amounts of its own, so that nothing of the one before can be used again. */
function dataOf(lines: number, number: number) {
  const items = Array.from({ length: lines }, (_, index) => ({
    id: index + 1,
    description: `Work ${index + 1} of ${number}: design review, notes and a call with the team`,
    quantity: 10_000 * (1 + (index % 8)),
    rate: 9500 + number,
    amount: (9500 + number) * (1 + (index % 8)),
    unit: 'hours' as const,
    work: null,
  }))
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0)
  const party = {
    address: '12 Analytical Way',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    tax_id: '',
  }
  const invoice: Pick<Invoice, keyof Parameters<typeof documentOf>[0]> = {
    invoice_number: `INV-${number}`,
    number: 1,
    status: 'sent',
    approval_status: null,
    project_name: 'Checkout',
    issue_date: '2026-11-01',
    due_date: '2026-12-01',
    paid_on: null,
    service_from: '2026-10-01',
    service_to: '2026-10-31',
    currency: 'EUR',
    tax_category: 'standard',
    tax_rate: 19_000,
    subtotal,
    discount_percent: null,
    discount_amount: 0,
    tax_amount: Math.round(subtotal * 0.19),
    total: subtotal + Math.round(subtotal * 0.19),
    amount_paid: 0,
    written_off: 0,
    credited: 0,
    balance: subtotal + Math.round(subtotal * 0.19),
    notes: 'Thank you for your business.',
    items,
    details: {
      seller: {
        name: 'Ada Design',
        ...party,
        email: 'ada@example.com',
        phone: '',
        website: '',
        logo_id: null,
      },
      buyer: { name: 'Studio North', company: '', ...party, email: '' },
      tax_name: 'VAT',
      payment: { details: '', account_holder: 'Ada', iban: 'DE89370400440532013000', bic: '' },
      footer: '',
    },
    decisions: [],
    approved_files: [],
  }
  return {
    invoice: documentOf(invoice, { locale: 'en-US', timeZone: 'UTC' }),
    has_logo: false,
    qr_code: null,
  }
}
