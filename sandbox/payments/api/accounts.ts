import { z } from 'zod'
import type { Context } from '../context.ts'
import { type Account, newAccount, newAccountLink } from '../objects/account.ts'
import { endpoint } from './endpoint.ts'
import { invalid, noAccess } from './errors.ts'
import { mergedMetadata } from './metadata.ts'
import { currency, email, expand, id, metadata, oneOf, parameters, text, webUrl } from './params.ts'

const create = endpoint(
  'POST',
  '/v1/accounts',
  parameters(
    {
      type: oneOf('standard'),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, { error: 'must be a two-letter country code' })
        .optional(),
      email: email.optional(),
      default_currency: currency.optional(),
      business_profile: z.strictObject({ name: text.max(200).optional(), url: webUrl.optional() }).optional(),
      metadata: metadata.optional(),
      expand,
    },
    [
      'account_token',
      'business_type',
      'capabilities',
      'company',
      'controller',
      'documents',
      'external_account',
      'groups',
      'individual',
      'settings',
      'tos_acceptance',
    ],
  ),
  (context, given) => {
    requirePlatform(context)
    const country = given.country ?? 'US'
    return context.store.insert(
      'account',
      newAccount(context.now, {
        country,
        default_currency: given.default_currency ?? currencyOf(country),
        email: given.email ?? null,
        metadata: mergedMetadata({}, given.metadata),
        businessName: given.business_profile?.name ?? null,
        url: given.business_profile?.url ?? null,
      }),
    )
  },
)

function requirePlatform({ store }: Context): void {
  if (store.owner !== null) {
    throw invalid('Only the platform creates accounts. Send this request without the Stripe-Account header.')
  }
}

const EURO_COUNTRIES = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')
const CURRENCIES = new Map([
  ['AU', 'aud'],
  ['CA', 'cad'],
  ['CH', 'chf'],
  ['GB', 'gbp'],
  ['JP', 'jpy'],
  ...EURO_COUNTRIES.map((country) => [country, 'eur'] as const),
])

const currencyOf = (country: string): string => CURRENCIES.get(country) ?? 'usd'

const retrieve = endpoint('GET', '/v1/accounts/:id', parameters({ expand }), (context, _, accountId) =>
  connectedAccount(context, accountId),
)

/** The platform sees all that are connected, an account only itself. */
function connectedAccount({ store }: Context, accountId: string): Account {
  const isVisible = store.owner === null || store.owner === accountId
  const account = isVisible ? store.forOwner(null).find('account', accountId) : undefined
  if (!account || account.disconnected) throw noAccess(accountId)
  return account
}

const createLink = endpoint(
  'POST',
  '/v1/account_links',
  parameters(
    {
      account: id,
      type: oneOf('account_onboarding'),
      refresh_url: webUrl,
      return_url: webUrl,
      expand,
    },
    ['collect', 'collection_options'],
  ),
  (context, given) => {
    requirePlatform(context)
    const account = connectedAccount(context, given.account)
    return context.store.insert(
      'account_link',
      newAccountLink(context.now, {
        account: account.id,
        refresh_url: given.refresh_url,
        return_url: given.return_url,
        publicUrl: context.publicUrl,
      }),
    )
  },
)

export const accountEndpoints = [create, retrieve, createLink]
