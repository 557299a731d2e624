import { z } from 'zod'
import { newId } from '../objects/ids.ts'
import { endpoint } from './endpoint.ts'
import { connectedAccount } from './found.ts'
import { email, id, metadata, webUrl } from './params.ts'

const LINK_LIFETIME = 300

export const accountEndpoints = [
  endpoint(
    'POST',
    '/v1/accounts',
    z.strictObject({ type: z.literal('standard'), email: email.optional(), metadata }),
    ({ store, now }, given) =>
      store.insert('account', {
        id: newId('account'),
        object: 'account',
        business_profile: { name: null },
        charges_enabled: false,
        created: now,
        details_submitted: false,
        disconnected: false,
        email: given.email ?? null,
        metadata: given.metadata ?? {},
      }),
  ),
  endpoint('GET', '/v1/accounts/:id', z.strictObject({}), ({ store }, _, accountId) =>
    connectedAccount(store, accountId),
  ),
  endpoint(
    'POST',
    '/v1/account_links',
    z.strictObject({
      account: id,
      type: z.literal('account_onboarding'),
      refresh_url: webUrl,
      return_url: webUrl,
    }),
    ({ store, now, publicUrl }, { account, refresh_url, return_url }) => {
      const link = newId('account_link')
      return store.insert('account_link', {
        id: link,
        object: 'account_link',
        account: connectedAccount(store, account).id,
        expires_at: now + LINK_LIFETIME,
        refresh_url,
        return_url,
        url: `${publicUrl}/connect/${link}`,
        visit: null,
      })
    },
  ),
]
