import { Readable } from 'node:stream'
import { dateIn } from '#core/calendar.ts'
import { freezeIssued } from '#features/billing/invoices/actions/freezing.ts'
import { senderName } from '#features/engagement/notifications/actions/mails.ts'
import { issueAccess } from '#features/engagement/portal-access/actions.ts'
import { takeNumbers } from '#features/foundation/business/actions.ts'
import { EMPTY_PROFILE, seriesAt } from '#features/foundation/business/rules.ts'
import { rateFor } from '#features/foundation/currencies/actions.ts'
import type { Caller, Context, PublicContext } from '#server/context.ts'
import { claimFile } from '#server/files/claim.ts'
import { receiveFile } from '#server/files/receive.ts'
import type { ReceivedFile } from '#server/files/store.ts'
import { at, type DemoBooks, demoBooks } from '../rules/books.ts'
import { PORTAL_CLIENT } from '../rules/clients.ts'
import { demoMails } from '../rules/mails.ts'
import type { DemoFile } from '../rules/pdf.ts'
import { type DemoPortal, demoPortal } from '../rules/portal.ts'
import type { DemoStudio } from '../rules/studio.ts'
import {
  type BookIds,
  insertActivities,
  insertBooks,
  insertMails,
  insertReceipts,
  type StoredReceipt,
} from '../store/books.ts'
import { type AccessIds, insertPortal, type VersionFiles } from '../store/portal.ts'

interface Year {
  studio: DemoStudio
  books: DemoBooks
  portal: DemoPortal
}

/** A year of work that ends today. */
export function yearOf(
  now: Date,
  { timeZone, currency }: Pick<Caller, 'timeZone' | 'currency'>,
  studio: DemoStudio,
): Year {
  const today = dateIn(timeZone, now)
  const books = demoBooks(today, now, currency)
  return { studio, books, portal: demoPortal(books, today, now, studio.person) }
}

type Received = ReadonlyMap<DemoFile, ReceivedFile>

/** Stores the files of a year for as long as `use` runs, which claims them. */
export function receiveFiles<Result>(
  ctx: PublicContext,
  { books, portal }: Year,
  use: (received: Received) => Promise<Result>,
): Promise<Result> {
  const files = [...books.expenses.map(({ receipt }) => receipt), ...portal.versions.map(({ file }) => file)]
  const receive = ([file, ...rest]: DemoFile[], received: Received): Promise<Result> => {
    if (!file) return use(received)
    const { content } = file
    return receiveFile(ctx, Readable.from([content]), { limitBytes: content.length }, (stored) =>
      receive(rest, new Map([...received, [file, stored]])),
    )
  }
  return receive(
    files.filter((file) => file !== null),
    new Map(),
  )
}

/** Fills a new account. Call it in the transaction that creates it. */
export async function fillBooks(
  tx: Context,
  { studio, books, portal }: Year,
  received: Received,
): Promise<void> {
  const { db, accountId } = tx
  const firstNumber = await takeNumbers(
    tx,
    'invoice',
    seriesAt(EMPTY_PROFILE.invoice_prefix, tx.today),
    books.invoices.length,
  )
  const ids = await insertBooks(db, accountId, books, firstNumber)
  await freezeIssued(tx)
  const access = await issueLinks(tx, books, ids)
  await rememberRates(tx, books)
  for (const file of received.values()) await claimFile(tx, file)
  await insertReceipts(db, accountId, receiptsOf(books, ids.expenses, received))
  await insertPortal(
    db,
    accountId,
    books,
    portal,
    { ...ids, access },
    studio.name,
    versionFilesOf(portal, received),
  )
  const mails = demoMails(books, portal, firstNumber, await senderName(tx), tx)
  await insertMails(db, accountId, mails, ids.invoices)
  await insertActivities(db, accountId, [...books.activities, ...portal.activities], books, ids)
}

/** The client's own is the newest, so the first in lists. */
async function issueLinks(tx: Context, { contacts }: DemoBooks, ids: BookIds): Promise<AccessIds> {
  const ofContacts: number[] = []
  for (const [place, { client }] of contacts.entries()) {
    const link = { contact_id: at(ids.contacts, place), expires_on: null }
    ofContacts.push((await issueAccess(tx, at(ids.clients, client), link)).id)
  }
  const own = await issueAccess(tx, at(ids.clients, PORTAL_CLIENT), { contact_id: null, expires_on: null })
  return { client: own.id, contacts: ofContacts }
}

/** At which work in other currencies counts until it is billed. As old as the invoice, so that a newer reference rate goes before. */
async function rememberRates(tx: Context, { invoices }: DemoBooks): Promise<void> {
  for (const { currency, exchange_rate, created_at } of new Map(
    invoices.map((one) => [one.currency, one]),
  ).values()) {
    await rateFor({ ...tx, now: new Date(created_at) }, currency, exchange_rate)
  }
}

const receiptsOf = ({ expenses }: DemoBooks, ids: number[], received: Received): StoredReceipt[] =>
  expenses.flatMap(({ receipt, created_at }, place) => {
    const file = receipt && received.get(receipt)
    const createdAt = new Date(created_at)
    return file ? { expenseId: at(ids, place), name: receipt.name, file, createdAt } : []
  })

function versionFilesOf({ versions }: DemoPortal, received: Received): VersionFiles {
  const files: VersionFiles = new Map()
  for (const [place, { file }] of versions.entries()) {
    const stored = file && received.get(file)
    if (stored) files.set(place, { ...stored, name: file.name })
  }
  return files
}
