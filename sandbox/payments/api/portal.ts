import { z } from 'zod'
import { newId, randomText } from '../objects/ids.ts'
import { endpoint, listed } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { found, foundCustomer } from './found.ts'
import { id, limit, metadata, webUrl, yes } from './params.ts'

const features = z.strictObject({
  invoice_history: z.strictObject({ enabled: yes }),
  payment_method_update: z.strictObject({ enabled: yes }),
  subscription_cancel: z.strictObject({ enabled: yes, mode: z.literal('at_period_end') }),
  subscription_update: z.strictObject({
    enabled: yes,
    default_allowed_updates: z.array(z.literal('price')),
    products: z.array(z.strictObject({ product: id, prices: z.array(id) })),
    proration_behavior: z.literal('always_invoice'),
  }),
})

const configurations = [
  endpoint(
    'POST',
    '/v1/billing_portal/configurations',
    z.strictObject({ features, metadata }),
    ({ store }, given) =>
      store.insert('portal_configuration', {
        id: newId('portal_configuration'),
        object: 'billing_portal.configuration',
        active: true,
        features: given.features,
        metadata: given.metadata ?? {},
      }),
  ),
  endpoint(
    'POST',
    '/v1/billing_portal/configurations/:id',
    z.strictObject({ features }),
    ({ store }, { features }, configurationId) =>
      store.save('portal_configuration', {
        ...found(store, 'portal_configuration', configurationId),
        features,
      }),
  ),
  endpoint(
    'GET',
    '/v1/billing_portal/configurations',
    z.strictObject({ active: yes.optional(), limit }),
    ({ store }, query) =>
      listed('/v1/billing_portal/configurations', store.all('portal_configuration'), query.limit),
  ),
]

const flowData = z.strictObject({
  type: z.literal('subscription_update_confirm'),
  after_completion: z.strictObject({
    type: z.literal('redirect'),
    redirect: z.strictObject({ return_url: webUrl }),
  }),
  subscription_update_confirm: z.strictObject({
    subscription: id,
    items: z.array(z.strictObject({ id, price: id, quantity: z.literal('1') })).length(1),
  }),
})

const createSession = endpoint(
  'POST',
  '/v1/billing_portal/sessions',
  z.strictObject({
    customer: id,
    configuration: id.optional(),
    flow_data: flowData.optional(),
    return_url: webUrl.optional(),
  }),
  ({ store, publicUrl }, { customer, configuration, flow_data, return_url }) => {
    foundCustomer(store, customer, 'customer')
    if (configuration !== undefined) {
      found(store, 'portal_configuration', configuration, 'configuration')
    }
    const changed = flow_data?.subscription_update_confirm.subscription
    if (changed !== undefined && store.find('subscription', changed)?.customer !== customer) {
      throw noSuch('subscription', changed, 'flow_data[subscription_update_confirm][subscription]')
    }
    const secret = `test_${randomText()}`
    return store.insert('portal_session', {
      id: newId('portal_session'),
      object: 'billing_portal.session',
      configuration: configuration ?? null,
      customer,
      flow: flow_data ?? null,
      return_url: return_url ?? null,
      secret,
      url: `${publicUrl}/portal/${secret}`,
    })
  },
)

export const portalEndpoints = [...configurations, createSession]
