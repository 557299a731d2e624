import type { Currency } from '#core/currency.ts'
import type { Context } from '#server/context.ts'
import { BadInput } from '#server/errors.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { ImportSettings } from '../contract.ts'
import type { ReadRow } from '../rules/rows.ts'
import { encodingOf, type Source, separatorOf } from '../rules/source.ts'
import { readCurrency } from '../rules/values.ts'
import type { ImportRecord } from '../store/imports.ts'
import { parse } from './parser.ts'
import type { ParserTask } from './parser-thread.ts'
import type { Contents } from './parsing.ts'

export interface Analysis extends Contents {
  source: Source
}

const EXCEL = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-cfb',
  'application/zip',
])
/** A text without a byte order mark in another encoding than UTF-8 is not recognized as text. */
const MAY_BE_TEXT = new Set(['text/plain', 'text/csv', 'application/octet-stream'])

/** Learns how to read a file and what its columns contain. */
export async function analyze(ctx: Context, { sha256, size, type }: StoredFile): Promise<Analysis> {
  if (size === 0) throw new BadInput('This file is empty')
  if (EXCEL.has(type))
    throw new BadInput('This is a spreadsheet, not a CSV file. Save it as CSV, and choose that file.')
  if (!MAY_BE_TEXT.has(type)) throw new BadInput('This is not a CSV file')
  const source = await sourceOf(ctx, sha256)
  for await (const message of parse(ctx, sha256, { wanted: 'contents', source })) {
    if ('contents' in message) return { source, ...message.contents }
  }
  throw new Error('a file was not examined')
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

/** The rows of the file as records, or what is wrong with them, after the first `skipped`. */
export async function* readRows(
  ctx: Context,
  { file_sha256, source, row_count, settings, columns }: ImportRecord & { file_sha256: string },
  skipped = 0,
): AsyncGenerator<ReadRow> {
  const { noun, fields, date_order, decimal_sign } = settings
  const task: ParserTask = {
    wanted: 'rows',
    source,
    range: { row_count, skipped },
    reading: { noun, fields, date_order, decimal_sign, currency: currencyInHeaders(columns, settings) },
    timeZone: ctx.timeZone,
  }
  for await (const message of parse(ctx, file_sha256, task)) {
    if ('rows' in message) yield* message.rows
  }
}

/** Toggl and Clockify name the currency in the header of an amount. */
function currencyInHeaders(columns: ImportRecord['columns'], { fields }: ImportSettings): Currency | null {
  const priced = columns.filter((_, index) => fields[index] === 'amount' || fields[index] === 'rate')
  const units = priced.map(({ header }) => /\(([^()]+)\)/.exec(header)?.[1] ?? '')
  return units.map(readCurrency).find((currency) => currency !== null) ?? null
}
