import type { Context } from '../context.ts'
import { type Account, requirements } from '../objects/account.ts'
import { day } from './period.ts'

/** How long Stripe looks at what was submitted, if it does not enable charges at once. */
const VERIFICATION_DAYS = 1

/** These changes happen in the account: their context is that of its owner. */
function saveAccount(context: Context, before: Account, after: Account): Account {
  context.store.forOwner(null).save('account', after)
  context.emit('account.updated', after, before)
  return after
}

export function submitDetails(
  context: Context,
  account: Account,
  businessName: string,
  isVerifiedAtOnce: boolean,
): Account {
  const submitted: Account = {
    ...account,
    business_profile: { ...account.business_profile, name: businessName },
    settings: {
      ...account.settings,
      dashboard: { ...account.settings.dashboard, display_name: businessName },
    },
    details_submitted: true,
  }
  if (isVerifiedAtOnce) return saveAccount(context, account, withCharges(submitted))
  return saveAccount(context, account, {
    ...submitted,
    requirements: requirements([], 'requirements.pending_verification', ['individual.verification.document']),
    verified_at: context.now + VERIFICATION_DAYS * day,
  })
}

export function enableCharges(context: Context, account: Account): Account {
  return saveAccount(context, account, withCharges(account))
}

function withCharges(account: Account): Account {
  return {
    ...account,
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    payouts_enabled: true,
    requirements: requirements([], null),
    verified_at: null,
  }
}

/** As when a document that Stripe asked for is late. */
export function disableCharges(context: Context, account: Account): Account {
  return saveAccount(context, account, {
    ...account,
    capabilities: { card_payments: 'inactive', transfers: 'inactive' },
    charges_enabled: false,
    payouts_enabled: false,
    requirements: requirements(['individual.verification.document'], 'requirements.past_due'),
  })
}

export function disconnectAccount(context: Context, account: Account): void {
  context.store.forOwner(null).save('account', { ...account, disconnected: true })
  context.emit('account.application.deauthorized', {
    id: 'ca_sandbox',
    object: 'application',
    name: 'The app, as it was configured',
  })
}
