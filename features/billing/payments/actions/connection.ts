import { createHash } from 'node:crypto'
import { mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { actForAccount, businessOf } from '#features/foundation/account/actions.ts'
import { recordAudit } from '#features/foundation/audit/actions.ts'
import { type Context, contextFor, inTransaction, type PublicContext } from '#server/context.ts'
import { Unavailable } from '#server/errors.ts'
import { AccountDisconnected } from '#server/payments/payments.ts'
import type { PaymentConnection } from '../contract.ts'
import { connectionStatus } from '../rules/connection.ts'
import * as store from '../store/connection.ts'
import { closeCheckouts } from './checkouts.ts'

export async function getConnection(ctx: Context): Promise<PaymentConnection> {
  const found = await store.findConnected(ctx.db, ctx.accountId)
  return {
    status: connectionStatus(found),
    provider_account_id: found?.provider_account_id ?? null,
    connected_at: found?.connected_at ?? null,
    dashboard_url: ctx.services.payments.dashboardUrl,
    is_configured: ctx.services.payments.configured,
  }
}

/** The provider's page that asks what it needs to know, for a new account or for the one that was connected before. */
export async function connect(ctx: Context, origin: string): Promise<string> {
  const { payments } = ctx.services
  if (!payments.configured) {
    throw new Unavailable('Online payments are not set up on this Daybook.', {
      code: 'setup_required',
      setupRequired: true,
    })
  }
  const connected = await accountToConnect(ctx)
  return payments.openOnboarding(connected, {
    returnUrl: `${origin}/account?tab=payments&connected`,
    refreshUrl: `${origin}/account?tab=payments`,
  })
}

async function accountToConnect(ctx: Context): Promise<string> {
  const { db, accountId, now } = ctx
  const latest = await store.findLatest(db, accountId)
  if (latest && latest.disconnected_at === null) return latest.provider_account_id
  if (latest && (await isAccessible(ctx, latest.provider_account_id))) {
    await inTransaction(ctx, async (tx) => {
      if (await store.reconnect(tx.db, accountId, latest.provider_account_id, now))
        await recordAudit(tx, 'stripe_connected')
    })
    await readAccount(ctx, latest.provider_account_id)
    return latest.provider_account_id
  }
  const { email } = await businessOf(ctx)
  const created = await ctx.services.payments.createAccount({
    // Concurrent requests use the same key and get the same account; another Daybook has another key.
    key: createHash('sha256')
      .update(
        JSON.stringify([
          ctx.services.publicUrl.origin,
          accountId,
          email,
          await store.countAccounts(db, accountId),
          latest?.provider_account_id ?? '',
        ]),
      )
      .digest('hex'),
    accountId,
    email,
  })
  await inTransaction(ctx, async (tx) => {
    if (await store.insertAccount(tx.db, accountId, created, now)) await recordAudit(tx, 'stripe_connected')
  })
  return created
}

/** True unless the freelancer has removed Daybook at the provider. */
const isAccessible = (ctx: Context, providerAccountId: string): Promise<boolean> =>
  ctx.services.payments.findAccount(providerAccountId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AccountDisconnected) return false
      throw error
    },
  )

export async function refreshConnection(ctx: Context): Promise<PaymentConnection> {
  const found = await store.findConnected(ctx.db, ctx.accountId)
  if (found) await readAccount(ctx, found.provider_account_id)
  return getConnection(ctx)
}

/** Stores what the provider says of the account now. */
export async function readAccount(ctx: Context, providerAccountId: string): Promise<void> {
  try {
    const { chargesEnabled, detailsSubmitted } = await ctx.services.payments.findAccount(providerAccountId)
    await store.setConnection(ctx.db, ctx.accountId, providerAccountId, {
      charges_enabled: chargesEnabled,
      details_submitted: detailsSubmitted,
    })
  } catch (error) {
    if (!(error instanceof AccountDisconnected)) throw error
    await noticeDisconnection(ctx, providerAccountId)
  }
}

/** The freelancer, or the provider, has ended the connection there. */
export function noticeDisconnection(ctx: Context, providerAccountId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (!(await endConnection(tx, providerAccountId))) return
    await mailFreelancer(
      tx,
      {
        subject: 'Your clients can no longer pay online',
        heading: 'Stripe is disconnected',
        paragraphs: [
          'Daybook was disconnected from your Stripe account. Invoices in the client portal no longer offer to pay online.',
          'If this was not intended, connect Stripe again. Payments that you received are not affected.',
        ],
        button: { label: 'Open payments', path: '/account?tab=payments' },
      },
      { footer: 'You are receiving this email because your Stripe account was connected to Daybook.' },
    )
  })
}

export async function disconnect(ctx: Context): Promise<PaymentConnection> {
  await inTransaction(ctx, async (tx) => {
    const found = await store.findConnected(tx.db, tx.accountId)
    if (found) await endConnection(tx, found.provider_account_id)
  })
  return getConnection(ctx)
}

/** Returns whether it was connected until now. */
async function endConnection(tx: Context, providerAccountId: string): Promise<boolean> {
  if (!(await store.disconnect(tx.db, tx.accountId, providerAccountId, tx.now))) return false
  await recordAudit(tx, 'stripe_disconnected')
  await closeCheckouts(tx, 'all')
  return true
}

/** The context of the freelancer whose account at the provider a verified event names. */
export async function ownerOf(base: PublicContext, providerAccountId: string): Promise<Context | undefined> {
  const found = await store.findOwner(base.db, providerAccountId)
  const caller = found && (await actForAccount(base, found.account_id))
  return caller && contextFor(caller, base)
}
