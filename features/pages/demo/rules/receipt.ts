import type { DateOnly } from '#core/calendar.ts'
import { type Currency, decimalsOf } from '#core/currency.ts'
import { fromMinorUnits, type MinorUnits } from '#core/money.ts'
import { type DemoFile, pdfPage, pdfText } from './pdf.ts'

interface Purchase {
  description: string
  date: DateOnly
  amount: MinorUnits
  currency: Currency
}

const COLUMNS = 32

/** The printed slip of a purchase from this shop. */
export function demoReceipt(shop: string, { description, date, amount, currency }: Purchase): DemoFile {
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
    'Demo receipt',
  ]
  return { name: `${shop.replaceAll(' ', '-')}-${date}.pdf`, content: slip(lines) }
}

const WIDTH = 240
const MARGIN = 24
const LEADING = 16

function slip(lines: string[]): Uint8Array {
  const height = 2 * MARGIN + lines.length * LEADING
  const text = lines.map((line) => `${pdfText(line)} '`).join('\n')
  return pdfPage(WIDTH, height, `BT /F1 10 Tf ${LEADING} TL ${MARGIN} ${height - MARGIN} Td\n${text}\nET`)
}
