import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import { z } from 'zod'
import { BYTE_ORDER_MARK, csvLine } from '#core/csv.ts'
import { statusAt } from '#features/billing/invoices/rules/status.ts'
import { currentUser } from '#features/foundation/account/actions.ts'
import { businessName } from '#features/foundation/account/rules.ts'
import { describeActivity } from '#features/foundation/activity/rules/descriptions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { getBusiness, openLogo } from '#features/foundation/business/actions.ts'
import { Business } from '#features/foundation/business/contract.ts'
import type { Context } from '#server/context.ts'
import { NotFound, RateLimited } from '#server/errors.ts'
import type { Spool } from '#server/files/spool.ts'
import { type Download, type StoredDownload, safeFileName } from '#server/http/download.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { columnsOf, type ExportedNoun, NOUN_NAMES } from './rules/nouns.ts'
import { csvCells, type ExportedRow, jsonRow } from './rules/rows.ts'
import * as store from './store.ts'

const PAGE = 1000

/**
 * All data of the account as it is now. The database is read at once into temporary files, each row once, in one snapshot; a
 * slow download then keeps no transaction open. A large account takes no more memory than a small one.
 */
export async function exportAccount(ctx: Context): Promise<Download> {
  if (exporting.has(ctx.accountId)) throw alreadyExporting()
  exporting.add(ctx.accountId)
  const open = new AsyncDisposableStack()
  open.defer(() => void exporting.delete(ctx.accountId))
  try {
    await recordAudit(ctx, 'data_exported')
    const [csv, json, files] = [
      await openSpool(ctx, open),
      await openSpool(ctx, open),
      await openSpool(ctx, open),
    ]
    const { user, logo, parts } = await store.inSnapshot(ctx.db, (db) =>
      readAll({ ...ctx, db }, { csv, json, files }),
    )
    const content = zip(ctx, entries(ctx, { csv, json, files }, parts, logo), () => open.disposeAsync())
    return { name: `${businessName(user)} - Daybook export ${ctx.today}.zip`, content }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

/** Each export takes disk space of this server until it is downloaded, so an account has one at a time. */
const exporting = new Set<AccountId>()

const RETRY_AFTER_SECONDS = 10

const alreadyExporting = () =>
  new RateLimited(RETRY_AFTER_SECONDS, 'An export is already under way. Please wait until it is complete.')

async function openSpool({ services }: Context, open: AsyncDisposableStack): Promise<Spool> {
  const spool = await services.files.spool()
  open.defer(() => spool.close())
  return spool
}

interface Spools {
  csv: Spool
  json: Spool
  /** A line of JSON for each file. */
  files: Spool
}

/** The place of a noun's CSV in its temporary file. */
interface CsvPart {
  name: string
  start: number
  end: number
}

async function readAll(tx: Context, spools: Spools) {
  const { csv, json, files } = spools
  const user = await currentUser(tx)
  const business = await getBusiness(tx)
  const logo = business.logo_id === null ? null : await openLogo(tx)
  await json.write(
    `{\n"exported_at": ${JSON.stringify(tx.now)},\n"account": ${JSON.stringify(user)},\n"business": ${JSON.stringify(z.encode(Business, business))}`,
  )
  for await (const versions of versionPages(tx)) {
    await files.write(
      linesOf(versions.map((file) => ({ place: placeOfDeliverable(file), sha256: file.sha256 }))),
    )
  }
  const parts: CsvPart[] = []
  for (const noun of NOUN_NAMES) {
    const start = csv.size
    await readNoun(tx, noun, spools)
    parts.push({ name: `${noun}.csv`, start, end: csv.size })
  }
  await json.write('\n}\n')
  return { user, logo, parts }
}

async function readNoun(tx: Context, noun: ExportedNoun, { csv, json, files }: Spools): Promise<void> {
  await csv.write(BYTE_ORDER_MARK + csvLine(columnsOf(noun).map(([name]) => name)))
  await json.write(`,\n${JSON.stringify(noun.replaceAll('-', '_'))}: [`)
  let separator = '\n'
  for await (const rows of pagesOf(tx, noun)) {
    await csv.write(rows.map((row) => csvLine(csvCells(noun, row))).join(''))
    await json.write(separator + rows.map((row) => JSON.stringify(jsonRow(noun, row))).join(',\n'))
    separator = ',\n'
    await files.write(linesOf(rows.flatMap((row) => fileOf(noun, row))))
  }
  await json.write('\n]')
}

interface ExportedFile {
  place: string
  sha256: string
}

const linesOf = (files: ExportedFile[]): string => files.map((file) => `${JSON.stringify(file)}\n`).join('')

/** The file of a receipt, of a working copy that was not submitted, of an invoice that was decided on, or of an issued document. */
function fileOf(noun: ExportedNoun, row: ExportedRow): ExportedFile[] {
  const { id, file_name, file_sha256: sha256 } = row
  if (typeof id !== 'number' || typeof sha256 !== 'string') return []
  const name = String(file_name)
  if (noun === 'receipts') return [{ place: placeOfReceipt(Number(row.expense_id), id, name), sha256 }]
  if (noun === 'deliverables' && row.file_is_submitted === false)
    return [{ place: placeOfDeliverable({ deliverable_id: id, version: null, name }), sha256 }]
  if (noun === 'decisions' && row.invoice_id !== null)
    return [{ place: `files/decision ${id}/${safeFileName(name)}`, sha256 }]
  if (noun === 'document-files') return [{ place: `documents/${safeFileName(name)}`, sha256 }]
  return []
}

interface Entry {
  name: string
  content: AsyncIterable<Uint8Array>
  compress: boolean
}

/** The entries of the ZIP, each opened when its turn comes. */
async function* entries(
  ctx: Context,
  { csv, json, files }: Spools,
  parts: CsvPart[],
  logo: StoredDownload | null,
): AsyncGenerator<Entry> {
  for (const { name, ...part } of parts) yield { name, content: csv.read(part), compress: true }
  yield { name: 'everything.json', content: json.read(), compress: true }
  if (logo) yield { name: `files/${logo.name}`, content: await logo.open(), compress: true }
  for await (const { place, sha256 } of filesIn(files)) {
    yield { name: place, content: contentOf(ctx, sha256), compress: false }
  }
}

async function* filesIn(files: Spool): AsyncGenerator<ExportedFile> {
  let rest = ''
  for await (const text of Readable.from(files.read(), { objectMode: false }).setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

/** Only the names of the entries are held in memory, for the directory at the end. */
function zip({ now, log }: Context, entries: AsyncIterable<Entry>, close: () => Promise<void>): Readable {
  const archive = new yazl.ZipFile()
  const output = Readable.from(archive.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  const stop = new AbortController()
  output.once('close', () => stop.abort())
  const fill = async () => {
    for await (const { name, content, compress } of entries) {
      const stream = addAbortSignal(stop.signal, Readable.from(content, { objectMode: false }))
      archive.addReadStream(stream, name, { mtime: now, compress })
      await finished(stream)
    }
    archive.end()
    await finished(output)
  }
  // A failure midway must not look like a complete file.
  fill()
    .catch((error) => output.destroy(error))
    .then(close)
    .catch((error) => log.warn({ err: error }, 'temporary files of an export could not be removed'))
  return output
}

/** A phone gives all its photos the same name. */
const placeOfReceipt = (expenseId: number, id: number, name: string) =>
  `receipts/expense ${expenseId}/${id} ${safeFileName(name)}`

const placeOfDeliverable = ({ deliverable_id, version, name }: Omit<store.DeliverableFile, 'sha256'>) =>
  `files/deliverable ${deliverable_id}/${version === null ? 'working copy' : `version ${version}`}/${safeFileName(name)}`

/** A lost file must not prevent the export of the rest. */
async function* contentOf({ services, log }: Context, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    yield* (await services.files.open(sha256)).content
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    log.error({ sha256 }, 'stored file missing from the export')
    yield Buffer.from('This file is missing from Daybook.')
  }
}

async function* versionPages(tx: Context): AsyncGenerator<store.DeliverableFile[]> {
  let after = { deliverable_id: 0, version: 0 }
  for (;;) {
    const versions = await store.readVersionFiles(tx.db, tx.accountId, { after, limit: PAGE })
    yield versions
    const last = versions.at(-1)
    if (!last || versions.length < PAGE) return
    after = last
  }
}

async function* pagesOf(ctx: Context, noun: ExportedNoun): AsyncGenerator<ExportedRow[]> {
  let after = 0
  for (;;) {
    const rows = await store.readPage(ctx.db, ctx.accountId, noun, { after, limit: PAGE })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => asShown(ctx, noun, row))
    if (rows.length < PAGE) return
    after = last.id
  }
}

type DatedInvoice = Parameters<typeof statusAt>[1]
type StoredActivity = Parameters<typeof describeActivity>[0]

/** Statuses and activities read as on the screens. */
const asShown = (
  { today, locale, currency }: Context,
  noun: ExportedNoun,
  row: ExportedRow,
): ExportedRow => ({
  ...row,
  home_currency: currency,
  ...('paid_on' in row && { status: statusAt(today, row as DatedInvoice) }),
  ...(noun === 'activity' &&
    describeActivity({ type: row.type, data: row.data, comment: row.comment } as StoredActivity, locale)),
})
