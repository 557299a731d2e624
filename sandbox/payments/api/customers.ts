import { z } from 'zod'
import { createCustomer, saveCustomer } from '../billing/customers.ts'
import { endSubscription } from '../billing/subscriptions.ts'
import type { Address, Customer } from '../objects/customer.ts'
import { isLive } from '../objects/subscription.ts'
import { endpoint } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { found, foundCustomer } from './found.ts'
import { inRange, listed } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import {
  address,
  email,
  emptyable,
  expand,
  id,
  integer,
  metadata,
  oneOf,
  paging,
  parameters,
  range,
  text,
} from './params.ts'

const fields = {
  address: emptyable(address).optional(),
  description: emptyable(text).optional(),
  email: emptyable(email).optional(),
  metadata: metadata.optional(),
  name: emptyable(text).optional(),
  phone: emptyable(text).optional(),
  preferred_locales: z.array(text).optional(),
  tax_exempt: oneOf('exempt', 'none', 'reverse').optional(),
  expand,
}

const unsupported = [
  'business_name',
  'cash_balance',
  'default_source',
  'individual_name',
  'invoice_prefix',
  'next_invoice_sequence',
  'payment_method',
  'shipping',
  'source',
  'tax',
  'tax_id_data',
  'test_clock',
  'validate',
]

const create = endpoint(
  'POST',
  '/v1/customers',
  parameters(fields, [...unsupported, 'balance', 'invoice_settings']),
  (context, { address, metadata, ...rest }) =>
    createCustomer(context, {
      ...rest,
      address: completed(address ?? null),
      metadata: mergedMetadata({}, metadata),
    }),
)

function completed(given: { [K in keyof Address]?: string | undefined } | null): Address | null {
  if (given === null) return null
  return {
    city: given.city ?? null,
    country: given.country ?? null,
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    postal_code: given.postal_code ?? null,
    state: given.state ?? null,
  }
}

const retrieve = endpoint('GET', '/v1/customers/:id', parameters({ expand }), (context, _, customerId) =>
  found(context, 'customer', customerId),
)

const update = endpoint(
  'POST',
  '/v1/customers/:id',
  parameters(
    {
      ...fields,
      balance: integer.optional(),
      invoice_settings: z
        .strictObject({
          default_payment_method: emptyable(id).optional(),
          footer: emptyable(text).optional(),
        })
        .optional(),
    },
    unsupported,
  ),
  (context, change, customerId) => {
    const before = foundCustomer(context, customerId)
    const card = change.invoice_settings?.default_payment_method
    if (typeof card === 'string') {
      const known = found(context, 'payment_method', card, 'invoice_settings[default_payment_method]')
      if (known.customer !== before.id) {
        throw noSuch('PaymentMethod', card, 'invoice_settings[default_payment_method]')
      }
    }
    const after: Customer = {
      ...before,
      address: change.address === undefined ? before.address : completed(change.address),
      balance: change.balance ?? before.balance,
      description: change.description === undefined ? before.description : change.description,
      email: change.email === undefined ? before.email : change.email,
      invoice_settings: {
        ...before.invoice_settings,
        ...(card === undefined ? {} : { default_payment_method: card }),
        ...(change.invoice_settings?.footer === undefined ? {} : { footer: change.invoice_settings.footer }),
      },
      metadata: mergedMetadata(before.metadata, change.metadata),
      name: change.name === undefined ? before.name : change.name,
      phone: change.phone === undefined ? before.phone : change.phone,
      preferred_locales: change.preferred_locales ?? before.preferred_locales,
      tax_exempt: change.tax_exempt ?? before.tax_exempt ?? 'none',
    }
    return saveCustomer(context, before, after)
  },
)

const remove = endpoint('DELETE', '/v1/customers/:id', parameters({ expand }), (context, _, customerId) => {
  const customer = foundCustomer(context, customerId)
  for (const subscription of context.store.all('subscription')) {
    if (subscription.customer === customer.id && isLive(subscription)) {
      endSubscription(context, subscription, 'cancellation_requested')
    }
  }
  context.emit('customer.deleted', customer)
  return context.store.save('customer', { id: customer.id, object: 'customer', deleted: true })
})

const list = endpoint(
  'GET',
  '/v1/customers',
  parameters({ created: range.optional(), email: text.optional(), ...paging }, ['test_clock']),
  (context, query) =>
    listed(
      context.store,
      'customer',
      '/v1/customers',
      query,
      (customer) =>
        !('deleted' in customer) &&
        (query.email === undefined || customer.email === query.email) &&
        inRange(customer.created, query.created),
    ),
)

export const customerEndpoints = [create, retrieve, update, remove, list]
