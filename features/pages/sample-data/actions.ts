import { Readable } from 'node:stream'
import { freezeIssued } from '#features/billing/invoices/actions/freezing.ts'
import { senderName } from '#features/engagement/notifications/actions/mails.ts'
import { issueAccess } from '#features/engagement/portal-access/actions.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import { recordActivity } from '#features/foundation/activity/actions.ts'
import { continueAfter, lockNumbers, takeNumbers } from '#features/foundation/business/actions.ts'
import { rateFor } from '#features/foundation/currencies/actions.ts'
import { finishTour } from '#features/pages/tour/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import { receiveFile } from '#server/files/receive.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import type { Once } from '#server/http/routes.ts'
import type { SampleDataStatus } from './contract.ts'
import { at, type SampleBooks, sampleBooks } from './rules/books.ts'
import { sampleMails } from './rules/mails.ts'
import type { SampleFile } from './rules/pdf.ts'
import { type SamplePortal, samplePortal } from './rules/portal.ts'
import { PORTAL_CLIENT } from './rules/work.ts'
import * as store from './store.ts'

export async function sampleDataStatus({ db, accountId }: Context): Promise<SampleDataStatus> {
  const { sample, any, tour } = await store.findState(db, accountId)
  return { status: sample ? 'present' : any ? 'none' : 'offered', tour }
}

/** Plan limits do not apply, and sample data counts towards none. */
export async function addSampleData(ctx: Context, once: Once): Promise<SampleDataStatus> {
  const { name, person } = await businessOf(ctx)
  const books = sampleBooks(ctx.today, ctx.now, ctx.currency)
  const portal = samplePortal(books, ctx.today, ctx.now, person)
  const files = [...books.expenses.map(({ receipt }) => receipt), ...portal.versions.map(({ file }) => file)]
  return receiveFiles(
    ctx,
    files.filter((file) => file != null),
    (received) =>
      once(ctx, null, (inner) =>
        inTransaction(inner, async (tx) => {
          await store.lockAccount(tx.db, ctx.accountId)
          const { status, tour } = await sampleDataStatus(tx)
          if (status === 'present') throw new Conflict('The sample data has already been added')
          if (status === 'none')
            throw new Conflict('Sample data can only be added while your books are empty')
          const firstNumber = await takeNumbers(tx, 'invoice', books.invoices.length)
          const ids = await store.insertBooks(tx.db, ctx.accountId, books, firstNumber)
          await freezeIssued(tx)
          const access = await issueLinks(tx, books, ids)
          await rememberRates(tx, books)
          for (const file of received.values()) await claimFile(tx, file)
          await store.insertReceipts(tx.db, ctx.accountId, receiptsOf(books, ids.expenses, received))
          const versions = versionFilesOf(portal, received)
          await store.insertPortal(tx.db, ctx.accountId, books, portal, { ...ids, access }, name, versions)
          const mails = sampleMails(books, portal, firstNumber, await senderName(tx), ctx)
          await store.insertMails(tx.db, ctx.accountId, mails, ids.invoices)
          await store.insertActivities(tx.db, ctx.accountId, [...books.activities, ...portal.activities])
          return { status: 'present', tour }
        }),
      ),
  )
}

type Received = ReadonlyMap<SampleFile, ReceivedFile>

function receiveFiles<Result>(
  ctx: Context,
  [file, ...rest]: SampleFile[],
  use: (received: Received) => Promise<Result>,
  received: Received = new Map(),
): Promise<Result> {
  if (!file) return use(received)
  const { content } = file
  return receiveFile(ctx, Readable.from([content]), { limitBytes: content.length }, (stored) =>
    receiveFiles(ctx, rest, use, new Map([...received, [file, stored]])),
  )
}

/** The client's own is the newest, so the first in lists. */
async function issueLinks(
  tx: Context,
  { contacts }: SampleBooks,
  ids: store.BookIds,
): Promise<store.AccessIds> {
  const ofContacts: number[] = []
  for (const [place, { client }] of contacts.entries()) {
    const link = { contact_id: at(ids.contacts, place), expires_on: null }
    ofContacts.push((await issueAccess(tx, at(ids.clients, client), link)).id)
  }
  const own = await issueAccess(tx, at(ids.clients, PORTAL_CLIENT), { contact_id: null, expires_on: null })
  return { client: own.id, contacts: ofContacts }
}

/** At which work in other currencies counts until it is billed. As old as the invoice, so that a newer reference rate goes before. */
async function rememberRates(tx: Context, { invoices }: SampleBooks): Promise<void> {
  for (const { currency, exchange_rate, created_at } of new Map(
    invoices.map((one) => [one.currency, one]),
  ).values()) {
    await rateFor({ ...tx, now: new Date(created_at) }, currency, exchange_rate)
  }
}

const receiptsOf = ({ expenses }: SampleBooks, ids: number[], received: Received): store.StoredReceipt[] =>
  expenses.flatMap(({ receipt, created_at }, place) => {
    const file = receipt && received.get(receipt)
    const createdAt = new Date(created_at)
    return file ? { expenseId: at(ids, place), name: receipt.name, file, createdAt } : []
  })

function versionFilesOf({ versions }: SamplePortal, received: Received): store.VersionFiles {
  const files: store.VersionFiles = new Map()
  for (const [place, { file }] of versions.entries()) {
    const stored = file && received.get(file)
    if (stored) files.set(place, { ...stored, name: file.name })
  }
  return files
}

/** Removes marked records. Those that were changed or used have lost their mark (`features/foundation/adoption`) and stay. */
export function removeSampleData(ctx: Context): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await store.lockSamples(tx.db, ctx.accountId)
    await store.lockAccount(tx.db, ctx.accountId)
    await lockNumbers(tx, 'invoice')
    const { status } = await sampleDataStatus(tx)
    if (status !== 'present') throw new Conflict('There is no sample data to remove')
    await store.removeSamples(tx.db, ctx.accountId)
    await continueAfter(tx, 'invoice', await store.highestInvoiceNumber(tx.db, ctx.accountId))
    await finishTour(tx)
    await recordActivity(tx, { type: 'sample_data.removed' })
    return { success: true }
  })
}
