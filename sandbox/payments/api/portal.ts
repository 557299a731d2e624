import { z } from 'zod'
import type { Context } from '../context.ts'
import { newId, randomText } from '../objects/ids.ts'
import { newPortalConfiguration, type PortalConfiguration } from '../objects/portal.ts'
import { endpoint } from './endpoint.ts'
import { invalid, noSuch } from './errors.ts'
import { found, foundCustomer, foundPrice, foundSubscription } from './found.ts'
import { listed } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import {
  emptyable,
  expand,
  flag,
  id,
  integerBetween,
  MAX_QUANTITY,
  metadata,
  oneOf,
  paging,
  parameters,
  text,
  webUrl,
} from './params.ts'

const hour = 3600

const flowData = z.strictObject({
  type: oneOf(
    'payment_method_update',
    'subscription_cancel',
    'subscription_update',
    'subscription_update_confirm',
  ),
  after_completion: z
    .strictObject({
      type: oneOf('portal_homepage', 'redirect'),
      redirect: z.strictObject({ return_url: webUrl }).optional(),
    })
    .optional(),
  subscription_cancel: z.strictObject({ subscription: id }).optional(),
  subscription_update: z.strictObject({ subscription: id }).optional(),
  subscription_update_confirm: z
    .strictObject({
      subscription: id,
      items: z
        .array(
          z.strictObject({ id, price: id.optional(), quantity: integerBetween(0, MAX_QUANTITY).optional() }),
        )
        .length(1),
    })
    .optional(),
})

const createSession = endpoint(
  'POST',
  '/v1/billing_portal/sessions',
  parameters(
    {
      customer: id,
      configuration: id.optional(),
      flow_data: flowData.optional(),
      locale: text.max(10).optional(),
      return_url: webUrl.optional(),
      expand,
    },
    ['after_expiration', 'customer_account', 'on_behalf_of'],
  ),
  (context, given) => {
    if (context.store.owner !== null) {
      throw invalid('The payment sandbox has no billing portal for connected accounts.')
    }
    const customer = foundCustomer(context, given.customer, 'customer')
    const configuration =
      given.configuration === undefined
        ? defaultConfiguration(context)
        : found(context, 'portal_configuration', given.configuration, 'configuration')
    if (!configuration.active) {
      throw invalid('The portal configuration specified is inactive.', 'configuration')
    }
    const secret = `test_${randomText(48)}`
    return context.store.insert('portal_session', {
      id: newId('portal_session'),
      object: 'billing_portal.session',
      configuration: configuration.id,
      created: context.now,
      customer: customer.id,
      customer_account: null,
      flow: given.flow_data ? flowOf(context, customer.id, given.flow_data) : null,
      livemode: false,
      locale: given.locale ?? null,
      on_behalf_of: null,
      return_url: given.return_url ?? configuration.default_return_url,
      url: `${context.publicUrl}/portal/${secret}`,
      secret,
      expires: context.realNow + 24 * hour,
    })
  },
)

function flowOf(context: Context, customer: string, given: z.infer<typeof flowData>) {
  const confirm = given.subscription_update_confirm
  const named = {
    subscription_cancel: given.subscription_cancel,
    subscription_update: given.subscription_update,
  }
  const subscription =
    given.type === 'payment_method_update'
      ? null
      : subscriptionFor(context, customer, given.type, named[plain(given.type)] ?? confirm)
  confirm?.items.forEach((item, index) => {
    const param = `flow_data[subscription_update_confirm][items][${index}][price]`
    if (item.price !== undefined) foundPrice(context, item.price, param)
  })
  const redirect = given.after_completion?.redirect ?? null
  return {
    type: given.type,
    after_completion: {
      type: given.after_completion?.type ?? ('portal_homepage' as const),
      hosted_confirmation: null,
      redirect,
    },
    customer_update: null,
    subscription_cancel:
      given.type === 'subscription_cancel' && subscription !== null
        ? { retention: null, subscription }
        : null,
    subscription_pause: null,
    subscription_update:
      given.type === 'subscription_update' && subscription !== null ? { subscription } : null,
    subscription_update_confirm:
      given.type === 'subscription_update_confirm' && subscription !== null
        ? {
            discounts: null,
            items: (confirm?.items ?? []).map((item) => ({ id: item.id, price: item.price ?? null })),
            subscription,
          }
        : null,
  }
}

function plain(type: string): 'subscription_cancel' | 'subscription_update' {
  return type === 'subscription_cancel' ? 'subscription_cancel' : 'subscription_update'
}

function subscriptionFor(
  context: Context,
  customer: string,
  type: string,
  given: { subscription: string } | undefined,
): string {
  const param = `flow_data[${type}][subscription]`
  if (!given) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  const subscription = foundSubscription(context, given.subscription, param)
  if (subscription.customer !== customer) throw noSuch('subscription', subscription.id, param)
  return subscription.id
}

function defaultConfiguration(context: Context): PortalConfiguration {
  const known = context.store.all('portal_configuration').find(({ is_default }) => is_default)
  if (known) return known
  const configuration = newPortalConfiguration(context.now, {
    isDefault: true,
    active: true,
    name: null,
    metadata: {},
    default_return_url: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    invoiceHistory: true,
    paymentMethodUpdate: true,
    subscriptionCancel: true,
    subscriptionCancelMode: 'at_period_end',
    subscriptionUpdate: true,
    products: null,
    prorationBehavior: 'always_invoice',
  })
  return context.store.insert('portal_configuration', configuration)
}

const features = z.strictObject({
  customer_update: z
    .strictObject({ enabled: flag.optional(), allowed_updates: emptyable(z.array(text)).optional() })
    .optional(),
  invoice_history: z.strictObject({ enabled: flag }).optional(),
  payment_method_update: z.strictObject({ enabled: flag }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: flag.optional(),
      mode: oneOf('at_period_end', 'immediately').optional(),
      proration_behavior: oneOf('none').optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: flag.optional(),
      default_allowed_updates: emptyable(z.array(oneOf('price'))).optional(),
      products: emptyable(z.array(z.strictObject({ product: id, prices: z.array(id) }))).optional(),
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none').optional(),
    })
    .optional(),
})

const profile = z.strictObject({
  headline: emptyable(text).optional(),
  privacy_policy_url: emptyable(webUrl).optional(),
  terms_of_service_url: emptyable(webUrl).optional(),
})

const createConfiguration = endpoint(
  'POST',
  '/v1/billing_portal/configurations',
  parameters(
    {
      features,
      business_profile: profile.optional(),
      default_return_url: emptyable(webUrl).optional(),
      metadata: metadata.optional(),
      name: emptyable(text).optional(),
      expand,
    },
    ['login_page'],
  ),
  (context, given) => {
    const update = given.features.subscription_update
    requireOffers(context, update?.products)
    return context.store.insert(
      'portal_configuration',
      newPortalConfiguration(context.now, {
        isDefault: false,
        active: true,
        name: given.name ?? null,
        metadata: mergedMetadata({}, given.metadata),
        default_return_url: given.default_return_url ?? null,
        business_profile: {
          headline: given.business_profile?.headline ?? null,
          privacy_policy_url: given.business_profile?.privacy_policy_url ?? null,
          terms_of_service_url: given.business_profile?.terms_of_service_url ?? null,
        },
        invoiceHistory: given.features.invoice_history?.enabled ?? false,
        paymentMethodUpdate: given.features.payment_method_update?.enabled ?? false,
        subscriptionCancel: given.features.subscription_cancel?.enabled ?? false,
        subscriptionCancelMode: given.features.subscription_cancel?.mode ?? 'at_period_end',
        subscriptionUpdate: update?.enabled ?? false,
        products: update?.products ?? null,
        prorationBehavior: update?.proration_behavior ?? 'none',
      }),
    )
  },
)

function requireOffers(
  context: Context,
  products: { product: string; prices: string[] }[] | null | undefined,
) {
  const path = 'features[subscription_update][products]'
  products?.forEach((offer, index) => {
    found(context, 'product', offer.product, `${path}[${index}][product]`)
    for (const price of offer.prices) foundPrice(context, price, `${path}[${index}][prices]`)
  })
}

const retrieveConfiguration = endpoint(
  'GET',
  '/v1/billing_portal/configurations/:id',
  parameters({ expand }),
  (context, _, configurationId) => found(context, 'portal_configuration', configurationId),
)

const updateConfiguration = endpoint(
  'POST',
  '/v1/billing_portal/configurations/:id',
  parameters(
    {
      active: flag.optional(),
      default_return_url: emptyable(webUrl).optional(),
      metadata: metadata.optional(),
      name: emptyable(text).optional(),
      features: features.optional(),
      expand,
    },
    ['business_profile', 'login_page'],
  ),
  (context, given, configurationId) => {
    const before = found(context, 'portal_configuration', configurationId)
    const { invoice_history, payment_method_update, subscription_cancel, subscription_update } =
      before.features
    const change = given.features
    requireOffers(context, change?.subscription_update?.products)
    const rebuilt = newPortalConfiguration(before.created, {
      isDefault: before.is_default,
      active: given.active ?? before.active,
      name: given.name === undefined ? before.name : given.name,
      metadata: mergedMetadata(before.metadata, given.metadata),
      default_return_url:
        given.default_return_url === undefined ? before.default_return_url : given.default_return_url,
      business_profile: before.business_profile,
      invoiceHistory: change?.invoice_history?.enabled ?? invoice_history.enabled,
      paymentMethodUpdate: change?.payment_method_update?.enabled ?? payment_method_update.enabled,
      subscriptionCancel: change?.subscription_cancel?.enabled ?? subscription_cancel.enabled,
      subscriptionCancelMode:
        change?.subscription_cancel?.mode ??
        (subscription_cancel.mode === 'immediately' ? 'immediately' : 'at_period_end'),
      subscriptionUpdate: change?.subscription_update?.enabled ?? subscription_update.enabled,
      products:
        change?.subscription_update?.products === undefined
          ? subscription_update.products
          : change.subscription_update.products,
      prorationBehavior:
        change?.subscription_update?.proration_behavior ?? subscription_update.proration_behavior,
    })
    return context.store.save('portal_configuration', { ...rebuilt, id: before.id, updated: context.now })
  },
)

const listConfigurations = endpoint(
  'GET',
  '/v1/billing_portal/configurations',
  parameters({ active: flag.optional(), is_default: flag.optional(), ...paging }),
  (context, query) =>
    listed(
      context.store,
      'portal_configuration',
      '/v1/billing_portal/configurations',
      query,
      (configuration) =>
        (query.active === undefined || configuration.active === query.active) &&
        (query.is_default === undefined || configuration.is_default === query.is_default),
    ),
)

export const portalEndpoints = [
  createSession,
  createConfiguration,
  retrieveConfiguration,
  updateConfiguration,
  listConfigurations,
]
