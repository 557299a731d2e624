import type { Context } from '../context.ts'
import type { Account } from '../objects/account.ts'

/** The context is that of the account, which is itself an object of the platform. */
function saveAccount(context: Context, account: Account): void {
  context.store.forOwner(null).save('account', account)
  context.emit('account.updated', account)
}

export function submitDetails(context: Context, account: Account, name: string): void {
  saveAccount(context, {
    ...account,
    business_profile: { name },
    details_submitted: true,
    charges_enabled: true,
  })
}

/** Charges are disabled for example when a document that Stripe asked for is late. */
export function setChargesEnabled(context: Context, account: Account, charges_enabled: boolean): void {
  saveAccount(context, { ...account, charges_enabled })
}

export function disconnectAccount(context: Context, account: Account): void {
  context.store.forOwner(null).save('account', { ...account, disconnected: true })
  context.emit('account.application.deauthorized', { id: 'ca_sandbox', object: 'application' })
}
