import { DEFAULT_CURRENCY } from '#core/currency.ts'
import { DEFAULT_LOCALE } from '#core/format.ts'
import {
  actForAccount,
  announceEndedSessions,
  endSessionOf,
  openSession,
  resumeFirst,
  type SessionKey,
} from '#features/foundation/account/actions.ts'
import { type Caller, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import { Forbidden, NotFound } from '#server/errors.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { demoEnd, demoStudio } from '../rules/studio.ts'
import * as store from '../store/accounts.ts'

interface Browser {
  timeZone?: string | undefined
  userAgent?: string | undefined
}

interface OpenedDemo {
  /** Opens a session in the demo. */
  key: SessionKey
  expires_at: Date
}

/**
 * Opens a demo for the holder of these sessions. Outside a demo, an account returns to the one that it left. In a demo, it
 * starts over: another one takes its place.
 */
export async function openDemo(
  ctx: PublicContext,
  sessions: readonly { key: SessionKey }[],
  { timeZone = 'UTC', userAgent }: Browser,
): Promise<OpenedDemo> {
  if (!ctx.services.offersDemo) throw new NotFound('This Daybook offers no demo')
  const session = await resumeFirst(ctx, sessions)
  if (session?.closing && !session.caller.isDemo)
    throw new Forbidden('This account is scheduled for deletion', { code: 'account_closing' })
  const present = session?.caller.isDemo ? session.caller.accountId : undefined
  const owner = present === undefined ? session?.caller : await findOwner(ctx, present)
  const settings = owner ?? { timeZone, currency: DEFAULT_CURRENCY, locale: DEFAULT_LOCALE }
  const { fillBooks, receiveFiles, yearOf } = await import('./books.ts')
  const studio = demoStudio(settings.currency)
  const year = yearOf(ctx.now, settings, studio)
  return receiveFiles(ctx, year, (files) =>
    inTransaction(ctx, async (tx) => {
      const shared = owner?.accountId ?? present
      if (shared !== undefined) await store.lockAccount(tx.db, shared)
      const startsOver = present !== undefined && (await endDemo(tx, present))
      const left = owner && !startsOver && (await store.findDemoOf(tx.db, owner.accountId, tx.now))
      if (left) return { key: await openSession(tx, left.id, { userAgent }), expires_at: left.expires_at }
      const expires_at = demoEnd(tx.now)
      const id = await store.insertDemo(tx.db, studio, {
        time_zone: settings.timeZone,
        currency: settings.currency,
        locale: settings.locale,
        created_at: tx.now,
        demo_of: owner?.accountId ?? null,
        demo_expires_at: expires_at,
      })
      await fillBooks(contextFor(await callerIn(tx, id), tx), year, files)
      return { key: await openSession(tx, id, { userAgent }), expires_at }
    }),
  )
}

async function findOwner(ctx: PublicContext, demo: AccountId): Promise<Caller | undefined> {
  const owner = (await store.findDemo(ctx.db, demo, ctx.now))?.demo_of
  return owner ? actForAccount(ctx, owner) : undefined
}

async function callerIn(tx: PublicContext, demo: AccountId): Promise<Caller> {
  const caller = await actForAccount(tx, demo)
  if (!caller) throw new Error('a new demo was not found')
  return caller
}

/** From now on it opens for nobody. The job that deletes accounts does the rest. Returns false if it was over already. */
async function endDemo(tx: PublicContext, demo: AccountId): Promise<boolean> {
  const isEnded = await store.expireDemo(tx.db, demo, tx.now)
  if (isEnded) await announceEndedSessions(tx, demo)
  return isEnded
}

/** Ends the session. Without an account nobody could return to the demo, so it ends, too. */
export function leaveDemo(ctx: PublicContext, key: SessionKey): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const session = await resumeFirst(tx, [{ key }])
    await endSessionOf(tx, key, 'signed_out')
    const demo = session && (await store.findDemo(tx.db, session.caller.accountId, tx.now))
    if (demo && demo.demo_of === null) await endDemo(tx, demo.id)
  })
}
