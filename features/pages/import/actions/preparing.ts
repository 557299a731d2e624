import type { IncomingFile, Page, PageQuery } from '#core/endpoint.ts'
import { decimalSeparator } from '#core/figures.ts'
import { receiveUpload, withinQuota } from '#features/foundation/storage/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { BadInput, Conflict, NotFound } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import {
  type DecimalSign,
  type Import,
  type ImportSettings,
  type ListedImport,
  MAX_IMPORT_BYTES,
} from '../contract.ts'
import { asksDateOrder, type ColumnFacts, dateOrderIn, decimalSignIn } from '../rules/columns.ts'
import { FIELDS_OF, recognize } from '../rules/formats.ts'
import * as store from '../store/imports.ts'
import { analyze } from './reading.ts'

/** Imports that were started. */
export async function listImports({ db, accountId }: Context, query: PageQuery): Promise<Page<ListedImport>> {
  const { items, next } = await store.listImports(db, accountId, query)
  return { items: items.map(toImport), next }
}

export async function getImport(ctx: Context, id: number): Promise<Import> {
  return toImport(await findImport(ctx, id))
}

export async function findImport({ db, accountId }: Context, id: number): Promise<store.ImportRecord> {
  return (await store.findImport(db, accountId, id)) ?? notFound()
}

export async function lockImport({ db, accountId }: Context, id: number): Promise<store.ImportRecord> {
  return (await store.lockImport(db, accountId, id)) ?? notFound()
}

function toImport({ columns, settings, ...stored }: store.ImportRecord): Import {
  return {
    ...stored,
    noun: settings.noun,
    columns: columns.map(({ header, examples }) => ({ header, examples })),
    settings,
    asks_date_order: asksDateOrder(columns, settings.fields),
  }
}

/** Stores a file and learns what it contains. Nothing is imported yet. */
export function uploadImport(ctx: Context, name: string, content: IncomingFile): Promise<Import> {
  return receiveUpload(ctx, content, { limitBytes: MAX_IMPORT_BYTES }, async (stored) => {
    const { source, columns, row_count } = await analyze(ctx, stored)
    const { format, noun, fields } = recognize(columns.map(({ header }) => header))
    const settings: ImportSettings = {
      noun,
      fields,
      include_duplicates: false,
      date_order: dateOrderIn(columns, fields),
      decimal_sign: decimalSignIn(columns, fields) ?? usualDecimalSign(ctx),
    }
    return inTransaction(ctx, async (tx) => {
      let id = 0
      await withinQuota(tx, async () => {
        await claimFile(tx, stored)
        id = await store.insertImport(tx.db, {
          account_id: ctx.accountId,
          file_name: name,
          file_sha256: stored.sha256,
          file_size: stored.size,
          source: JSON.stringify(source),
          format,
          columns: JSON.stringify(columns),
          settings: JSON.stringify(settings),
          row_count,
          created_at: ctx.now,
        })
      })
      return getImport(tx, id)
    })
  })
}

const usualDecimalSign = ({ locale }: Context): DecimalSign =>
  decimalSeparator(locale) === ',' ? 'comma' : 'point'

export function updateImport(ctx: Context, id: number, settings: ImportSettings): Promise<Import> {
  return inTransaction(ctx, async (tx) => {
    const { status, columns } = await lockImport(tx, id)
    requirePrepared(status)
    requireFieldsFor(columns, settings)
    await store.updateImport(tx.db, ctx.accountId, id, { settings: withKnownOrder(columns, settings) })
    return getImport(tx, id)
  })
}

/** The file itself may tell the order of its dates. */
const withKnownOrder = (columns: ColumnFacts[], settings: ImportSettings): ImportSettings => ({
  ...settings,
  date_order: dateOrderIn(columns, settings.fields) ?? settings.date_order,
})

function requireFieldsFor(columns: readonly ColumnFacts[], { noun, fields }: ImportSettings): void {
  if (fields.length !== columns.length)
    throw new BadInput(`Please choose a field, or none, for each of the ${columns.length} columns`)
  const foreign = fields.find((field) => field !== null && !FIELDS_OF[noun].includes(field))
  if (foreign) throw new BadInput(`The field ${foreign} does not exist here`)
}

export function discardImport(ctx: Context, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockImport(tx, id)
    requirePrepared(status)
    await store.removeImport(tx.db, ctx.accountId, id)
    return { success: true }
  })
}

export function requirePrepared(status: store.ImportRecord['status']): void {
  if (status !== 'prepared') throw new Conflict('This import was already started')
}

/** The import with the file that it reads. */
export function requireFile(found: store.ImportRecord): store.ImportRecord & { file_sha256: string } {
  const { file_sha256 } = found
  if (file_sha256 === null) throw new Conflict('The file was deleted. Please upload it again.')
  return { ...found, file_sha256 }
}

function notFound(): never {
  throw new NotFound('Import not found')
}
