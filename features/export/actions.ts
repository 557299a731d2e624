import { Readable } from 'node:stream'
import yazl from 'yazl'
import { z } from 'zod'
import { BYTE_ORDER_MARK, csvLine } from '#core/csv.ts'
import { currentUser } from '#features/account/actions.ts'
import { businessName } from '#features/account/rules.ts'
import { describeActivity } from '#features/activity/rules.ts'
import { recordAudit } from '#features/audit/actions.ts'
import { getBusiness, openLogo } from '#features/business/actions.ts'
import { Business } from '#features/business/contract.ts'
import { invoiceNumber, statusAt } from '#features/invoices/rules.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type Download, safeFileName } from '#server/http/download.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

const PAGE = 1000

/**
 * All data of the account, written while it is read, page by page: a large account takes no more memory than a small one,
 * and other requests get the database between two pages.
 */
export async function exportAccount(ctx: Context): Promise<Download> {
  const user = await currentUser(ctx)
  await recordAudit(ctx, 'data_exported')
  const files = await filesOf(ctx)
  const zip = new yazl.ZipFile()
  const add = (name: string, content: () => AsyncIterable<string | Uint8Array>, compress = true) =>
    zip.addReadStreamLazy(name, { mtime: ctx.now, compress }, (give) => {
      const stream = Readable.from(content(), { objectMode: false })
      // A failure midway must not look like a complete file.
      stream.on('error', (error) => output.destroy(error))
      give(null, stream)
    })
  for (const noun of rules.NOUN_NAMES) add(`${noun}.csv`, () => asCsv(ctx, noun))
  const business = await getBusiness(ctx)
  add('everything.json', () => asJson(ctx, user, z.encode(Business, business)))
  if (business.logo_id !== null) {
    const logo = await openLogo(ctx)
    add(`files/${logo.name}`, async function* () {
      yield* await logo.open()
    })
  }
  for (const { place, sha256 } of files) add(place, () => contentOf(ctx, sha256), false)
  zip.end()
  const output = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false })
  return { name: `${businessName(user)} - Daybook export ${ctx.today}.zip`, content: output }
}

async function filesOf({ db, accountId }: Context): Promise<{ place: string; sha256: string }[]> {
  const deliverables = await store.listDeliverableFiles(db, accountId)
  const receipts = await store.listReceipts(db, accountId)
  const invoices = await store.listDecidedInvoices(db, accountId)
  return [
    ...deliverables.map((file) => ({ place: placeOfDeliverable(file), sha256: file.sha256 })),
    ...receipts.map((file) => ({ place: placeOfReceipt(file), sha256: file.sha256 })),
    ...invoices.map((file) => ({ place: placeOfDecidedInvoice(file), sha256: file.sha256 })),
  ]
}

/** A phone gives all its photos the same name. */
const placeOfReceipt = ({ expense_id, id, name }: { expense_id: number; id: number; name: string }) =>
  `receipts/expense ${expense_id}/${id} ${safeFileName(name)}`

const placeOfDecidedInvoice = ({ id, name }: { id: number; name: string }) =>
  `files/decision ${id}/${safeFileName(name)}`

const placeOfDeliverable = ({ deliverable_id, version, name }: store.DeliverableFile) =>
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

async function* asCsv(ctx: Context, noun: rules.ExportedNoun): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(rules.columnsOf(noun).map(([name]) => name))
  for await (const rows of pagesOf(ctx, noun)) {
    yield rows.map((row) => csvLine(rules.csvCells(noun, row))).join('')
  }
}

async function* asJson(ctx: Context, user: object, business: object): AsyncGenerator<string> {
  yield `{\n"exported_at": ${JSON.stringify(ctx.now)},\n"account": ${JSON.stringify(user)},\n"business": ${JSON.stringify(business)}`
  for (const noun of rules.NOUN_NAMES) {
    yield `,\n${JSON.stringify(noun.replaceAll('-', '_'))}: [`
    let separator = '\n'
    for await (const rows of pagesOf(ctx, noun)) {
      yield separator + rows.map((row) => JSON.stringify(rules.jsonRow(noun, row))).join(',\n')
      separator = ',\n'
    }
    yield '\n]'
  }
  yield '\n}\n'
}

async function* pagesOf(ctx: Context, noun: rules.ExportedNoun): AsyncGenerator<rules.ExportedRow[]> {
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

/** Invoice numbers, statuses and activities read as on the screens. */
const asShown = (
  { today, locale, currency }: Context,
  noun: rules.ExportedNoun,
  { number, prefix, ...row }: rules.ExportedRow,
): rules.ExportedRow => ({
  ...row,
  home_currency: currency,
  ...(typeof number === 'number' && { invoice_number: invoiceNumber(number, String(prefix)) }),
  ...('paid_on' in row && { status: statusAt(today, row as DatedInvoice) }),
  ...(noun === 'activity' &&
    describeActivity({ type: row.type, data: row.data, comment: row.comment } as StoredActivity, locale)),
})
