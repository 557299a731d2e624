import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Currency } from '#core/currency.ts'
import type { IfMatch, IncomingFile } from '#core/endpoint.ts'
import { viewOf } from '#core/uploaded-file.ts'
import { changeAccount, currentUser } from '#features/foundation/account/actions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { requireMinorUnits } from '#features/foundation/currencies/actions.ts'
import { defineRemoval, rememberChange, removeRows } from '#features/foundation/removals/actions.ts'
import { receiveUpload, withinQuota } from '#features/foundation/storage/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { BadInput, Conflict, NotFound, ValidationError } from '#server/errors.ts'
import { claimFile } from '#server/files/claim.ts'
import { pictureIn } from '#server/files/picture.ts'
import type { StoredDownload } from '#server/http/download.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import { refuseStale } from '#server/http/version.ts'
import { defineAttachment } from '#server/mail/attachment.ts'
import {
  Business,
  type BusinessInput,
  type LogoRemoval,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
} from './contract.ts'
import {
  CURRENCY_LOCKED,
  EMPTY_PROFILE,
  FINALITY_LOCKED,
  hasOtherBankDetails,
  type NumberSeries,
  type Profile,
  seriesAt,
} from './rules.ts'
import * as store from './store.ts'
import type { NumberedKind } from './table.ts'

export async function getBusiness(ctx: Context): Promise<Business> {
  const { business_name, business_address, currency, locale, version } = await currentUser(ctx)
  const profile = await profileOf(ctx)
  return {
    ...profile,
    name: business_name,
    address: business_address,
    currency,
    currency_locked: await store.hasIssuedInvoice(ctx.db, ctx.accountId),
    locale,
    next_invoice_number: await nextNumber(ctx, 'invoice', seriesAt(profile.invoice_prefix, ctx.today)),
    finality_locked: await store.hasSealedInvoice(ctx.db, ctx.accountId),
    newest_issue_date: await store.findNewestIssueDate(ctx.db, ctx.accountId),
    version,
  }
}

/** The defaults of new documents, and the freelancer's details on them. */
export const profileOf = async ({ db, accountId }: Context): Promise<Profile> =>
  (await store.findProfile(db, accountId)) ?? EMPTY_PROFILE

export function updateBusiness(
  ctx: Context,
  input: BusinessInput,
  ifMatch: IfMatch = null,
): Promise<Business> {
  return inTransaction(ctx, async (tx) => {
    const { name, address, currency = tx.currency, locale, next_invoice_number, hourly_rate, ...rest } = input
    if (currency !== tx.currency) await changeHomeCurrency(tx, currency)
    const account = { business_name: name, business_address: address, currency, locale }
    if (!(await changeAccount(tx, account, ifMatch))) refuseStale('business', Business, await getBusiness(tx))
    const before = await profileOf(tx)
    const prefixes = { before: before.invoice_prefix, after: rest.invoice_prefix ?? before.invoice_prefix }
    if (prefixes.after !== prefixes.before) await switchSeries(tx, prefixes.after)
    if (next_invoice_number !== undefined) await startNumbersAt(tx, next_invoice_number, prefixes)
    const rate = hourly_rate && requireMinorUnits(hourly_rate, currency, 'hourly_rate')
    await store.saveProfile(tx.db, tx.accountId, withoutUndefined({ ...rest, hourly_rate: rate }))
    const { issued_is_final = before.issued_is_final } = rest
    if (issued_is_final !== before.issued_is_final) await changeFinality(tx, issued_is_final)
    if (hasOtherBankDetails(before, await profileOf(tx))) await recordAudit(tx, 'bank_details_changed')
    return getBusiness(tx)
  })
}

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

async function changeHomeCurrency(tx: Context, to: Currency): Promise<void> {
  await store.lockInvoices(tx.db, tx.accountId)
  if (await store.hasIssuedInvoice(tx.db, tx.accountId)) throw new Conflict(CURRENCY_LOCKED)
  await store.changeHomeCurrency(tx.db, tx.accountId, { from: tx.currency, to })
}

/** Drafts have no numbers while issued invoices are final, and get them back when they no longer are. */
async function changeFinality(tx: Context, isFinal: boolean): Promise<void> {
  const { db, accountId } = tx
  await store.lockInvoices(db, accountId)
  if (isFinal) return store.takeDraftNumbersBack(db, accountId)
  if (await store.hasSealedInvoice(db, accountId)) throw new Conflict(FINALITY_LOCKED, { code: 'sealed' })
  const { invoice_prefix } = await profileOf(tx)
  for (const { id, issue_date } of await store.listUnnumbered(db, accountId)) {
    const series = seriesAt(invoice_prefix, issue_date)
    await store.setNumber(db, accountId, id, series, await takeNumber(tx, 'invoice', series))
  }
}

async function switchSeries(tx: Context, prefix: string): Promise<void> {
  await lockNumbers(tx, 'invoice', seriesAt(prefix, tx.today))
  await store.skipUsedNumbers(tx.db, tx.accountId, prefix)
}

/** The next number of the former series says nothing about another one that a new prefix begins. */
async function startNumbersAt(
  tx: Context,
  next: number,
  prefixes: { before: string; after: string },
): Promise<void> {
  const series = seriesAt(prefixes.after, tx.today)
  await lockNumbers(tx, 'invoice', series)
  if (next === (await nextNumber(tx, 'invoice', seriesAt(prefixes.before, tx.today)))) return
  if (next === (await nextNumber(tx, 'invoice', series))) return
  const highest = await store.highestInvoiceNumber(tx.db, tx.accountId, series)
  if (next <= highest) {
    throw new ValidationError({ next_invoice_number: `Must be more than ${highest}, which is already used` })
  }
  await store.setFirstNumber(tx.db, tx.accountId, 'invoice', series, next)
}

/** The present logo, or one that an issued invoice still shows. */
export async function openLogo(ctx: Context, id?: number): Promise<StoredDownload> {
  const logoId = id ?? (await profileOf(ctx)).logo_id
  const logo = logoId === null ? undefined : await store.findLogo(ctx.db, ctx.accountId, logoId)
  if (!logo) throw new NotFound('Logo not found')
  return storedDownload(ctx, { ...logo, name: `logo.${logo.type.slice('image/'.length)}` })
}

/** The logo as a file that a PDF draws; none without a logo, or if it was removed meanwhile. */
export async function logoFile(ctx: Context, id: number | null): Promise<{ logo?: Buffer }> {
  const logo = id === null ? undefined : await store.findLogo(ctx.db, ctx.accountId, id)
  if (!logo) return {}
  const { open } = storedDownload(ctx, { ...logo, name: 'logo' })
  return { logo: await buffer(await open()) }
}

/** At the top of a mail to a client. */
export const mailLogo = defineAttachment({
  kind: 'logo',
  type: 'image/png',
  data: z.object({ logoId: z.int() }),
  make: async (ctx, { logoId }) => {
    const found = await store.findLogo(ctx.db, ctx.accountId, logoId)
    const { logo } = await logoFile(ctx, logoId)
    return (
      found && logo && { name: `logo.${found.type.slice('image/'.length)}`, type: found.type, content: logo }
    )
  },
})

export function uploadLogo(ctx: Context, content: IncomingFile): Promise<Business> {
  const unreadable = 'A logo must be a PNG, JPEG or WebP image'
  const limits = { limitBytes: MAX_LOGO_BYTES, maxPixels: MAX_LOGO_PIXELS }
  const prepare = (sent: AsyncIterable<Uint8Array>) => pictureIn(ctx, sent, { ...limits, unreadable })
  return receiveUpload(ctx, content, { ...limits, prepare }, (stored) => {
    if (viewOf(stored.type) !== 'picture') throw new BadInput(unreadable)
    return inTransaction(ctx, async (tx) => {
      await changeAccount(tx, {})
      await withinQuota(tx, async () => {
        await claimFile(tx, stored)
        const logo_id = await store.insertLogo(tx.db, tx.accountId, stored)
        await store.saveProfile(tx.db, tx.accountId, { logo_id })
        await store.removeUnusedLogos(tx.db, tx.accountId)
      })
      return getBusiness(tx)
    })
  })
}

export function removeLogo(ctx: Context): Promise<LogoRemoval> {
  return inTransaction(ctx, async (tx) => {
    await changeAccount(tx, {})
    const { logo_id } = await profileOf(tx)
    const removal_id = logo_id === null ? null : await takeLogoOut(tx, logo_id)
    return { ...(await getBusiness(tx)), removal_id }
  })
}

/** An issued invoice may still show it. */
async function takeLogoOut(tx: Context, logo_id: number): Promise<number> {
  await store.saveProfile(tx.db, tx.accountId, { logo_id: null })
  const isUnused = await store.isUnusedLogo(tx.db, tx.accountId, logo_id)
  if (!isUnused) return rememberChange(tx, logoRemoval, { logo_id })
  return removeRows(tx, logoRemoval, { table: 'logos', ids: [logo_id] }, { logo_id })
}

export const logoRemoval = defineRemoval({
  kind: 'logo',
  data: z.object({ logo_id: z.int() }),
  async undo(tx, { logo_id }, restoreRows) {
    await changeAccount(tx, {})
    if ((await profileOf(tx)).logo_id !== null)
      throw new Conflict('This logo cannot be restored, because another was uploaded in the meantime')
    await restoreRows()
    await store.saveProfile(tx.db, tx.accountId, { logo_id })
  },
})

/**
 * Takes the next number. Call it in the transaction that creates the document: a second caller waits until it ends, and
 * gets the same number if it was rolled back.
 */
export const takeNumber = (tx: Context, kind: NumberedKind, series: NumberSeries): Promise<number> =>
  takeNumbers(tx, kind, series, 1)

/** Takes several consecutive numbers and returns the first. */
export async function takeNumbers(
  { db, accountId }: Context,
  kind: NumberedKind,
  series: NumberSeries,
  count: number,
): Promise<number> {
  return (await store.countOn(db, accountId, kind, series, count)) - count + 1
}

/** Locks the series until the transaction ends. */
export async function lockNumbers(
  { db, accountId }: Context,
  kind: NumberedKind,
  series: NumberSeries,
): Promise<void> {
  await store.countOn(db, accountId, kind, series, 0)
}

/** The number that the next document gets. */
export const nextNumber = (
  { db, accountId }: Context,
  kind: NumberedKind,
  series: NumberSeries,
): Promise<number> => store.findNextNumber(db, accountId, kind, series)

/** Continues after this number, or where the series starts. Call it under `lockNumbers`, with the highest number in use. */
export async function continueAfter(
  { db, accountId }: Context,
  kind: NumberedKind,
  series: NumberSeries,
  last: number,
): Promise<void> {
  await store.setLastNumber(db, accountId, kind, series, last)
}
