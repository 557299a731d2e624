import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import type { Context } from '#server/context.ts'
import { BadInput } from '#server/errors.ts'
import type { StoredFile } from '#server/files/store.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../contract.ts'
import { type ColumnFacts, newColumn, observe } from '../rules/columns.ts'
import { type Encoding, encodingOf, isTotalRow, type Source, separatorOf } from '../rules/source.ts'

export interface FileRow {
  /** As a spreadsheet counts: the header is row 1, and empty lines count. */
  row: number
  cells: string[]
}

export interface Analysis {
  source: Source
  columns: ColumnFacts[]
  row_count: number
}

const EXCEL = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-cfb',
  'application/zip',
])
/** A text without a byte order mark in another encoding than UTF-8 is not recognized as text. */
const MAY_BE_TEXT = new Set(['text/plain', 'text/csv', 'application/octet-stream'])

/** Reads a file once, to learn how to read it and what its columns contain. */
export async function analyze(ctx: Context, { sha256, size, type }: StoredFile): Promise<Analysis> {
  if (size === 0) throw new BadInput('This file is empty')
  if (EXCEL.has(type))
    throw new BadInput('This is a spreadsheet, not a CSV file. Save it as CSV, and choose that file.')
  if (!MAY_BE_TEXT.has(type)) throw new BadInput('This is not a CSV file')
  const source = await sourceOf(ctx, sha256)
  let columns: ColumnFacts[] | undefined
  let last: FileRow | undefined
  let row_count = 0
  for await (const row of recordsOf(ctx, sha256, source)) {
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
  return { source, columns, row_count }
}

const tooManyRows = () =>
  new BadInput('This file has more than 100,000 rows. Split it into smaller files, and import each of them.')

const note = (columns: readonly ColumnFacts[], { cells }: FileRow): void => {
  for (const [index, column] of columns.entries()) observe(column, cells[index] ?? '')
}

const HEAD_BYTES = 65_536

async function sourceOf(ctx: Context, sha256: string): Promise<Source> {
  const head = await headOf(ctx, sha256)
  const recognized = encodingOf(head)
  const isUtf8 = recognized === 'utf-8' && (await isValidUtf8(ctx, sha256))
  const encoding = recognized === 'utf-8' && !isUtf8 ? 'windows-1252' : recognized
  const text = new TextDecoder(encoding).decode(head, { stream: true })
  return { encoding, separator: separatorOf(text) }
}

async function headOf({ services }: Context, sha256: string): Promise<Uint8Array> {
  const { content } = await services.files.open(sha256, { start: 0, end: HEAD_BYTES - 1 })
  return Buffer.concat(await content.toArray())
}

async function isValidUtf8({ services }: Context, sha256: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const { content } = await services.files.open(sha256)
  try {
    for await (const chunk of content) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** The rows below the header, without a total row at the end, after the first `skipped`. */
export async function* rowsOf(
  ctx: Context,
  { file_sha256, source, row_count }: { file_sha256: string; source: Source; row_count: number },
  skipped = 0,
): AsyncGenerator<FileRow> {
  let place = -1
  for await (const row of recordsOf(ctx, file_sha256, source)) {
    if (place >= row_count) return
    if (place >= skipped) yield row
    place++
  }
}

/** Longer rows have a quotation mark that is never closed. */
const LONGEST_RECORD = 4 * 1024 ** 2
async function* recordsOf(ctx: Context, sha256: string, source: Source): AsyncGenerator<FileRow> {
  const { content } = await ctx.services.files.open(sha256)
  const parser = parse({
    delimiter: source.separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    info: true,
  })
  const text = Readable.from(textOf(content, source.encoding), { highWaterMark: 1 })
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
    content.destroy()
  }
}

const isFilled = (cell: string): boolean => cell.trim() !== ''

/** Parsed at a time; other requests are handled in between. */
const SLICE_CHARACTERS = 4096

async function* textOf(content: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of content) {
    const text = decoder.decode(chunk, { stream: true })
    for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
      yield text.slice(start, start + SLICE_CHARACTERS)
      await setImmediate()
    }
  }
  yield decoder.decode()
}

function unreadable({ code, records }: CsvError): BadInput {
  const row = typeof records === 'number' ? records + 1 : null
  if (row !== null && (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'))
    return new BadInput(`Row ${row} of this file has a quotation mark that is never closed`)
  return new BadInput('This file cannot be read as CSV')
}
