import type { DateOnly } from '#core/calendar.ts'
import { type Currency, decimalsOf } from '#core/currency.ts'
import { fromMinorUnits, type MinorUnits } from '#core/money.ts'

interface Purchase {
  description: string
  date: DateOnly
  amount: MinorUnits
  currency: Currency
}

export interface SampleReceipt {
  name: string
  content: Uint8Array
}

const COLUMNS = 32

/** The printed slip of a purchase from this shop. */
export function sampleReceipt(
  shop: string,
  { description, date, amount, currency }: Purchase,
): SampleReceipt {
  const price = fromMinorUnits(amount, currency).toFixed(decimalsOf(currency))
  const rule = '-'.repeat(COLUMNS)
  const lines = [
    shop,
    '',
    `Date${date.padStart(COLUMNS - 4)}`,
    rule,
    description,
    price.padStart(COLUMNS),
    rule,
    `TOTAL ${currency}${price.padStart(COLUMNS - 6 - currency.length)}`,
    '',
    'Paid by card',
    'Sample receipt',
  ]
  return { name: `${shop.replaceAll(' ', '-')}-${date}.pdf`, content: pdfOf(lines) }
}

const WIDTH = 240
const MARGIN = 24
const LEADING = 16

/** One page of plain ASCII text. Written by hand, since loading a PDF library takes longer than adding all sample data. */
function pdfOf(lines: string[]): Uint8Array {
  const height = 2 * MARGIN + lines.length * LEADING
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) '`).join('\n')
  const drawing = `BT /F1 10 Tf ${LEADING} TL ${MARGIN} ${height - MARGIN} Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ]
  let file = '%PDF-1.4\n'
  const entries = objects.map((object, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return entry
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new TextEncoder().encode(file + table + trailer)
}
