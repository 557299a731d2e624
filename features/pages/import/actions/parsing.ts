import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { BadInput } from '#server/errors.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../contract.ts'
import { type ColumnFacts, newColumn, observe } from '../rules/columns.ts'
import { type ReadRow, type RowReading, readRow } from '../rules/rows.ts'
import { type Encoding, isTotalRow, type Source } from '../rules/source.ts'

type Content = AsyncIterable<Uint8Array>

interface FileRow {
  /** As a spreadsheet counts: the header is row 1, and empty lines count. */
  row: number
  cells: string[]
}

export interface Contents {
  columns: ColumnFacts[]
  row_count: number
}

/** Reads a file once, to learn what its columns contain. */
export async function examine(content: Content, source: Source): Promise<Contents> {
  let columns: ColumnFacts[] | undefined
  let last: FileRow | undefined
  let row_count = 0
  for await (const row of recordsOf(content, source)) {
    if (!columns) {
      if (row.cells.length > MAX_IMPORT_COLUMNS) throw new BadInput('This file has more than 200 columns')
      columns = row.cells.map(newColumn)
      continue
    }
    if (last) note(columns, last)
    last = row
    row_count++
    if (row_count > MAX_IMPORT_ROWS + 1) throw tooManyRows()
  }
  if (!columns || !last) throw new BadInput('This file has no rows below its header')
  if (isTotalRow(last.cells, columns.length)) row_count--
  else note(columns, last)
  if (row_count > MAX_IMPORT_ROWS) throw tooManyRows()
  if (row_count === 0) throw new BadInput('This file has no rows below its header')
  return { columns, row_count }
}

const tooManyRows = () =>
  new BadInput('This file has more than 100,000 rows. Split it into smaller files, and import each of them.')

const note = (columns: readonly ColumnFacts[], { cells }: FileRow): void => {
  for (const [index, column] of columns.entries()) observe(column, cells[index] ?? '')
}

export interface RowRange {
  /** Rows below the header, without a total row at the end. */
  row_count: number
  /** So many of them are left out. */
  skipped: number
}

/** The rows below the header as records, or what is wrong with them. */
export async function* readRecords(
  content: Content,
  source: Source,
  { row_count, skipped }: RowRange,
  reading: RowReading,
): AsyncGenerator<ReadRow> {
  let place = -1
  for await (const { row, cells } of recordsOf(content, source)) {
    if (place >= row_count) return
    if (place >= skipped) yield readRow(row, cells, reading)
    place++
  }
}

/** Longer rows have a quotation mark that is never closed. */
const LONGEST_RECORD = 4 * 1024 ** 2

async function* recordsOf(content: Content, { encoding, separator }: Source): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  })
  const text = Readable.from(textOf(content, encoding))
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  try {
    for await (const { record, info } of parser) {
      if (record.some(isFilled)) yield { row: info.records + info.empty_lines, cells: record }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  } finally {
    text.destroy()
  }
}

const isFilled = (cell: string): boolean => cell.trim() !== ''

async function* textOf(content: Content, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of content) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

function unreadable({ code, records }: CsvError): BadInput {
  const row = typeof records === 'number' ? records + 1 : null
  if (row !== null && (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'))
    return new BadInput(`Row ${row} of this file has a quotation mark that is never closed`)
  return new BadInput('This file cannot be read as CSV')
}
