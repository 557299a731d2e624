import type Stripe from 'stripe'
import type { PaymentProvider } from '#server/config/settings.ts'
import { withTranslatedErrors } from './failures.ts'

export interface StripeDependencies {
  /** Called on first use, and again after a failure. */
  connect(): Promise<PaymentProvider>
  /** Its pages are served by this app, so a browser reaches them under the host name it uses for the app. */
  sharesOurOrigin: boolean
}

export interface StripeSdk {
  open(): Promise<{ stripe: Stripe; provider: PaymentProvider }>
  /** Calls the provider, with its errors as errors of this app. */
  ask<Result>(question: (stripe: Stripe) => Promise<Result>): Promise<Result>
  /** The address of a page of the provider, as a browser at one of our addresses reaches it. */
  seenFrom(url: string, ours: string): string
}

const TIMEOUT_MILLISECONDS = 20_000

/** The official SDK, loaded on first use. */
export function openStripe({ connect, sharesOurOrigin }: StripeDependencies): StripeSdk {
  let opened: ReturnType<typeof connectSdk> | undefined

  function open() {
    opened ??= connectSdk(connect).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    open,
    ask: async (question) => {
      const { stripe } = await open()
      return withTranslatedErrors(question(stripe))
    },
    seenFrom: (url, ours) => {
      if (!sharesOurOrigin) return url
      const { pathname, search, hash } = new URL(url)
      return new URL(pathname + search + hash, ours).href
    },
  }
}

async function connectSdk(connect: StripeDependencies['connect']) {
  const [provider, { default: Stripe }] = await Promise.all([connect(), import('stripe')])
  const { secretKey, apiUrl } = provider
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MILLISECONDS,
    telemetry: false,
    ...(apiUrl && {
      protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
      host: apiUrl.hostname,
      ...(apiUrl.port && { port: apiUrl.port }),
    }),
  })
  return { stripe, provider }
}
