import { expect } from 'vitest'
import type { Currency } from '#core/currency.ts'
import { linesOfPdf } from '#tests/pdf.ts'
import { unzip } from '#tests/zip.ts'
import { decimals, sum, units } from './exact.ts'
import {
  balance,
  credited,
  isFixed,
  type ModelInvoice,
  type ModelNote,
  overpaid,
  paid,
  totalsOf,
  writtenOff,
} from './ledger.ts'
import type { Replay } from './replay.ts'
import { tableOf } from './reports.ts'
import { inHours } from './work.ts'

type Row = Record<string, string>

function rowsOf(text: string): Row[] {
  const [header = [], ...rows] = tableOf(text)
  return rows.map((cells) => Object.fromEntries(header.map((name, place) => [name, cells[place] ?? ''])))
}

/** The CSV files of the export. */
export async function compareExport({ ada, books }: Replay): Promise<void> {
  const archive = await (await ada.fetch('/api/export.zip')).arrayBuffer()
  const files = await unzip(Buffer.from(archive))
  const rows = (name: string) => rowsOf(files.get(`${name}.csv`) ?? '')
  const inHome = (amount: number) => decimals(amount, books.home)
  const [invoices, items, payments] = [rows('invoices'), rows('invoice-items'), rows('payments')]
  const [notes, time] = [rows('credit-notes'), rows('time-entries')]
  expect(invoices).toHaveLength(books.invoices.length)
  for (const invoice of books.invoices) {
    const money = (amount: number) => decimals(amount, invoice.currency)
    const { subtotal, discount, tax, total } = totalsOf(invoice)
    const isOf = (row: Row) => row.invoice_id === String(invoice.id)
    expect(invoices.find(({ id }) => id === String(invoice.id))).toMatchObject({
      subtotal: money(subtotal),
      discount_amount: money(discount),
      tax_amount: money(tax),
      total: money(total),
      home_total: inHome(books.ledger.homeTotal(invoice)),
      amount_paid: money(paid(invoice)),
      home_paid: inHome(books.ledger.homePaid(invoice)),
      written_off: money(writtenOff(invoice)),
      credited: money(credited(invoice)),
      balance: money(balance(invoice)),
      overpaid: money(overpaid(invoice)),
    })
    expect(items.filter(isOf).map(({ quantity, rate, amount }) => [Number(quantity), rate, amount])).toEqual(
      invoice.lines.map(({ quantity, rate, amount }) => [quantity / 10_000, money(rate), money(amount)]),
    )
    expect(payments.filter(isOf)).toMatchObject(
      invoice.entries.map((entry) => ({
        kind: entry.kind,
        amount: money(entry.amount),
        surplus: money(entry.whole - entry.amount),
        written_off: money(entry.written),
        home_amount: inHome(entry.homeAmount),
        home_net: inHome(entry.homeNet),
        home_written_off: inHome(entry.homeWritten),
        fee: inHome(entry.fee),
        exchange_difference: inHome(entry.exchangeDifference),
      })),
    )
    expect(notes.filter((row) => isOf(row) && row.status === 'sent')).toMatchObject(
      invoice.notes.map((note) => ({
        subtotal: money(note.subtotal),
        discount_amount: money(note.discount),
        tax_amount: money(note.tax),
        total: money(note.total),
        home_total: inHome(note.homeTotal),
      })),
    )
  }
  for (const { id, seconds, isBilled } of books.time) {
    const row = time.find((one) => one.id === String(id))
    expect({ hours: Number(row?.hours), is_billed: row?.is_billed }).toEqual({
      hours: inHours(seconds),
      is_billed: String(isBilled),
    })
  }
}

/** The PDF and both XMLs of one invoice, and of its latest credit note. */
export async function comparePapers(replay: Replay, sample: number): Promise<void> {
  const { invoices } = replay.books
  const invoice = invoices[sample % (invoices.length || 1)]
  if (!invoice) return
  await comparePaper(replay, `/api/invoices/${invoice.id}`, invoice, paperOf(invoice))
  const note = invoice.notes.at(-1)
  if (note) await comparePaper(replay, `/api/credit-notes/${note.id}`, invoice, paperOfNote(note))
}

interface Paper {
  /** Null where they are not known. */
  lines: { rate: number; amount: number }[] | null
  subtotal: number
  discount: number
  tax: number
  total: number
  paid: number
  written: number
  balance: number
}

/** Payments stand beside an invoice that no longer changes, never inside it. */
function paperOf(invoice: ModelInvoice): Paper {
  const totals = totalsOf(invoice)
  const { lines } = invoice
  const settled = isFixed(invoice)
    ? { paid: 0, written: 0, balance: totals.total }
    : { paid: paid(invoice), written: writtenOff(invoice), balance: balance(invoice) }
  return { ...totals, lines, ...settled }
}

const paperOfNote = ({ subtotal, discount, tax, total }: ModelNote): Paper => ({
  ...{ subtotal, discount, tax, total },
  lines: null,
  paid: 0,
  written: 0,
  balance: total,
})

async function comparePaper(
  { ada }: Replay,
  path: string,
  { currency, taxRate }: ModelInvoice,
  paper: Paper,
): Promise<void> {
  const pdf = new Uint8Array(await (await ada.fetch(`${path}/pdf`)).arrayBuffer())
  const text = linesOfPdf(pdf).join('\n')
  for (const figure of writtenFigures(paper, currency, taxRate)) expect(text).toContain(figure)
  for (const syntax of ['cii', 'ubl'] as const) {
    const response = await ada.fetch(`${path}/e-invoice.xml?syntax=${syntax}`)
    const xml = await response.text()
    if (response.status === 409) expect(JSON.parse(xml)).toMatchObject({ code: 'e_invoice_incomplete' })
    else compareXml(xml, syntax, currency, paper)
  }
}

function writtenFigures(paper: Paper, currency: Currency, taxRate: number): string[] {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const money = (amount: number) => format.format(units(amount, currency))
  const { lines, subtotal, discount, tax, total, paid, written, balance } = paper
  const isSettled = written > 0 || (paid > 0 && balance > 0)
  return [
    ...(lines ?? []).map(({ rate, amount }) => `${money(rate)} ${money(amount)}`),
    `Subtotal ${money(subtotal)}`,
    ...(discount > 0 ? [`−${money(discount)}`] : []),
    ...(taxRate > 0 ? [`Tax (${taxRate / 1000}%) ${money(tax)}`] : []),
    `Total ${money(total)}`,
    ...(isSettled && paid > 0 ? [`Paid so far ${money(paid)}`] : []),
    ...(written > 0 ? [`Written off ${money(written)}`] : []),
    ...(isSettled ? [`Balance due ${money(balance)}`] : []),
  ]
}

const NAMES = {
  cii: {
    line: 'ram:LineTotalAmount',
    discount: 'ram:AllowanceTotalAmount',
    net: 'ram:TaxBasisTotalAmount',
    tax: 'ram:TaxTotalAmount',
    total: 'ram:GrandTotalAmount',
    settled: 'ram:TotalPrepaidAmount',
    balance: 'ram:DuePayableAmount',
  },
  ubl: {
    line: 'cbc:LineExtensionAmount',
    discount: 'cbc:AllowanceTotalAmount',
    net: 'cbc:TaxExclusiveAmount',
    tax: 'cbc:TaxAmount',
    total: 'cbc:TaxInclusiveAmount',
    settled: 'cbc:PrepaidAmount',
    balance: 'cbc:PayableAmount',
  },
}

/** Amounts may have decimals that their currency does not need. */
function compareXml(xml: string, syntax: 'cii' | 'ubl', currency: Currency, paper: Paper): void {
  const found = (name: keyof typeof NAMES.cii): number[] =>
    [...xml.matchAll(new RegExp(`<${NAMES[syntax][name]}[^>]*>([^<]*)<`, 'g'))].map(([, text]) =>
      Number(text),
    )
  const money = (amount: number) => units(amount, currency)
  const { lines, subtotal, discount, tax, total, balance } = paper
  const amounts = found('line').toSorted((a, b) => a - b)
  if (lines) {
    const all = [...lines.map(({ amount }) => amount), subtotal]
    expect(amounts).toEqual(all.map(money).toSorted((a, b) => a - b))
  } else expect(amounts).toContain(money(subtotal))
  expect({
    discount: sum(found('discount'), (amount) => amount),
    net: found('net'),
    tax: new Set(found('tax')),
    total: found('total'),
    settled: sum(found('settled'), (amount) => amount),
    balance: found('balance'),
  }).toEqual({
    discount: money(discount),
    net: [money(subtotal - discount)],
    tax: new Set([money(tax)]),
    total: [money(total)],
    settled: money(total - balance),
    balance: [money(balance)],
  })
}
