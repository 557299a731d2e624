import type Stripe from 'stripe'
import { newId, randomText } from './ids.ts'
import { type List, listOf, type Metadata, type Replace, type Seconds } from './wire.ts'

export type Account = Replace<
  Stripe.Account,
  {
    business_profile: Stripe.Account.BusinessProfile
    country: string
    created: Seconds
    default_currency: string
    external_accounts: List<never>
    metadata: Metadata
    requirements: Stripe.Account.Requirements
    settings: Stripe.Account.Settings
    type: 'standard'
  }
> & {
  /** Its owner has taken the platform's access away. */
  disconnected: boolean
  /** When charges are enabled, if what was submitted is still being verified. */
  verified_at: Seconds | null
}

export interface AccountFields {
  country: string
  default_currency: string
  email: string | null
  metadata: Metadata
  businessName: string | null
  url: string | null
}

export function newAccount(now: Seconds, fields: AccountFields): Account {
  const id = newId('account')
  return {
    id,
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: fields.businessName,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: fields.url,
    },
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: { type: 'application', is_controller: true },
    country: fields.country,
    created: now,
    default_currency: fields.default_currency,
    details_submitted: false,
    disconnected: false,
    email: fields.email,
    external_accounts: listOf(`/v1/accounts/${id}/external_accounts`, []),
    future_requirements: requirements([], null),
    metadata: fields.metadata,
    payouts_enabled: false,
    requirements: requirements(DUE_AT_FIRST, 'requirements.past_due'),
    settings: {
      bacs_debit_payments: { display_name: null, service_user_number: null },
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_issuing: { tos_acceptance: { date: null, ip: null } },
      card_payments: {
        decline_on: { avs_failure: false, cvc_failure: false },
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: fields.businessName, timezone: 'Etc/UTC' },
      invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      sepa_debit_payments: {},
    },
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'standard',
    verified_at: null,
  }
}

const DUE_AT_FIRST = [
  'business_profile.product_description',
  'business_profile.support_phone',
  'business_profile.url',
  'external_account',
  'tos_acceptance.date',
  'tos_acceptance.ip',
]

export function requirements(
  due: string[],
  disabled_reason: Stripe.Account.Requirements.DisabledReason | null,
  pending_verification: string[] = [],
) {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification,
  }
}

/** Opens the pages on which an account is set up. Works once, and for a few minutes only. */
export type AccountLink = Stripe.AccountLink & {
  id: string
  account: string
  refresh_url: string
  return_url: string
  /** Set at the first visit: the secret of the pages that the link led to. */
  visit: string | null
}

const LINK_LIFETIME = 300

export interface AccountLinkFields {
  account: string
  refresh_url: string
  return_url: string
  publicUrl: string
}

export function newAccountLink(now: Seconds, fields: AccountLinkFields): AccountLink {
  const id = `alink_${randomText(32)}`
  return {
    id,
    object: 'account_link',
    account: fields.account,
    created: now,
    expires_at: now + LINK_LIFETIME,
    refresh_url: fields.refresh_url,
    return_url: fields.return_url,
    url: `${fields.publicUrl}/connect/${id}`,
    visit: null,
  }
}
