import { dateIn } from '#core/calendar.ts'
import { formatLongDate } from '#core/format.ts'
import { MailAddress } from '#core/schemas.ts'
import { closeCheckouts } from '#features/billing/payments/actions/checkouts.ts'
import { announceEndedSessions, currentUser } from '#features/foundation/account/actions.ts'
import { businessName } from '#features/foundation/account/rules.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { rememberUsedTrial } from '#features/foundation/subscription/actions/entitlement.ts'
import { endSubscription } from '#features/foundation/subscription/actions/purchases.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { Conflict, ValidationError } from '#server/errors.ts'
import { releaseFiles } from '#server/files/claim.ts'
import type { Mail } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/queue.ts'
import type { DeletionInput } from './contract.ts'
import { accountDeletedMail, deletionRequestedMail } from './document.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

/** Closes the account. Its data is kept until the deletion can no longer be cancelled. */
export function requestDeletion(ctx: Context, { confirm_name }: DeletionInput): Promise<{ delete_at: Date }> {
  return inTransaction(ctx, async (tx) => {
    const before = await store.lockDeletion(tx.db, ctx.accountId)
    const user = await currentUser(tx)
    const name = businessName(user)
    if (!rules.confirms(confirm_name, user))
      throw new ValidationError({ confirm_name: `Please type “${name}”` })
    if (before?.delete_at) return { delete_at: before.delete_at }
    const delete_at = rules.deletionDay(ctx.now)
    await store.setDeletion(tx.db, ctx.accountId, delete_at)
    await announceEndedSessions(tx, tx.accountId)
    await closeCheckouts(tx, 'all')
    await recordAudit(tx, 'deletion_requested')
    const date = formatLongDate(dateIn(ctx.timeZone, delete_at))
    await mail(tx, deletionRequestedMail({ ...user, name, ...ctx.services }, date))
    return { delete_at }
  })
}

export function cancelDeletion(ctx: Context): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const before = await store.lockDeletion(tx.db, ctx.accountId)
    if (before?.removal_began_at) throw new Conflict('This account is already being removed')
    if (before?.delete_at) {
      await store.setDeletion(tx.db, ctx.accountId, null)
      await recordAudit(tx, 'deletion_cancelled')
    }
    return { success: true }
  })
}

async function mail(tx: Context, content: Mail): Promise<void> {
  if (MailAddress.safeParse(content.to).success) await queueMail(tx, content)
}

export const findAccountsToClose = ({ db, now }: PublicContext) => store.findAccountsToClose(db, now)

/**
 * Ends the plan of an account that is to be deleted, and removes the account when the day has come. It may be interrupted
 * at any point and run on two servers at once: the next run does what is left.
 */
export async function closeAccount(ctx: Context): Promise<void> {
  const closing = await store.findAccountToClose(ctx.db, ctx.accountId, ctx.now)
  if (!closing) return
  const { delete_at, plan_ended_at, removal_began_at } = closing
  const due = delete_at !== null && delete_at <= ctx.now
  if (!removal_began_at && (due || !plan_ended_at)) {
    await endSubscription(ctx)
    await store.markPlanEnded(ctx.db, ctx.accountId, ctx.now)
  }
  if (!due) return
  const began = removal_began_at ?? (await beginRemoval(ctx))
  if (!began) return
  await removeEverything(ctx, began)
  await finishRemoval(ctx, began)
}

/** Returns when the removal began, or undefined if the deletion has just been cancelled. */
function beginRemoval(ctx: Context): Promise<Date | undefined> {
  return inTransaction(ctx, async (tx) => {
    const identities = await store.beginRemoval(tx.db, ctx.accountId, ctx.now)
    if (!identities) return undefined
    for (const identity of identities) await rememberUsedTrial(tx, identity)
    const user = await currentUser(tx)
    await mail(tx, accountDeletedMail({ ...user, name: businessName(user), ...ctx.services }))
    return ctx.now
  })
}

const ROWS_AT_ONCE = 2000

/** In batches, so that no statement takes long. */
async function removeEverything(ctx: Context, began: Date): Promise<void> {
  for (const table of await store.tablesOfAccounts(ctx.db)) {
    while ((await removeSome(ctx, table)) === ROWS_AT_ONCE);
  }
  await store.removeMailsBefore(ctx.db, ctx.accountId, began)
}

function removeSome(ctx: Context, table: store.AccountTable): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { count, files } = await store.removeRows(tx.db, ctx.accountId, table, ROWS_AT_ONCE)
    if (files.length > 0) await releaseFiles(tx, files)
    return count
  })
}

/** Fails if rows were added meanwhile; the next run removes them. */
function finishRemoval(ctx: Context, began: Date): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (rules.waitsForMail(began, ctx.now) && (await store.hasMailsToSend(tx.db, ctx.accountId))) return
    await store.removeAccount(tx.db, ctx.accountId)
    ctx.log.info({ account: ctx.accountId }, 'account removed')
  })
}
