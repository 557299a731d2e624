import { expect, test } from 'vitest'
import { sharedApp } from '#tests/app.ts'
import { keepHostileBooks } from '#tests/hostile-books.ts'
import { unzip } from '#tests/zip.ts'

/** A cell that a spreadsheet reads as a formula. */
const FORMULA = /(^|,)"? *([=+@|\t\r]|-(?!\d))/m

test('no cell of any CSV begins a formula, and the PDF is one, where every text is hostile', async () => {
  const { url } = await sharedApp()
  const { ada } = await keepHostileBooks(url)
  const report = await (await ada.fetch('/api/reports/export.csv')).text()
  expect(report).toContain('onerror')
  expect(report.replaceAll('\r\n', '\n')).not.toMatch(FORMULA)

  const files = await unzip(Buffer.from(await (await ada.fetch('/api/export.zip')).arrayBuffer()))
  const tables = [...files].filter(([name]) => name.endsWith('.csv'))
  expect(tables.length).toBeGreaterThan(8)
  for (const [name, content] of tables) expect(content.replaceAll('\r\n', '\n'), name).not.toMatch(FORMULA)

  const pdf = await ada.fetch('/api/reports/export.pdf')
  expect(pdf.status).toBe(200)
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-')
})
