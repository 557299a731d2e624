import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '#core/csv.ts'
import { saveFile } from './save-file.ts'

/** Saves rows as a CSV file that spreadsheets open. */
export function saveCsv(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): void {
  const content = [BYTE_ORDER_MARK, csvLine(headings), ...rows.map(csvLine)]
  saveFile(new Blob(content, { type: 'text/csv;charset=utf-8' }), name)
}
