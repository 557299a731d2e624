import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'

/**
 * None; incomplete: the provider still asks for details; restricted: it has them, and lets nobody pay yet; ready: clients
 * can pay.
 */
export const ConnectionStatus = z.enum(['none', 'incomplete', 'restricted', 'ready'])
export type ConnectionStatus = z.output<typeof ConnectionStatus>

export const PaymentConnection = z.object({
  status: ConnectionStatus.meta({
    description:
      '`incomplete`: Stripe still asks for details. `restricted`: Stripe has the details and does not accept payments yet. ' +
      '`ready`: clients can pay online.',
  }),
  provider_account_id: z.string().nullable().meta({ description: 'The ID of the account at Stripe.' }),
  connected_at: Instant.nullable(),
  dashboard_url: z.string().meta({ description: 'Where to refund payments and answer disputes.' }),
  is_configured: z.boolean().meta({ description: 'Whether this Daybook can take online payments at all.' }),
})
export type PaymentConnection = z.output<typeof PaymentConnection>

export const paymentAccountApi = endpoints({
  connection: {
    method: 'GET',
    path: '/api/payments/connection',
    access: 'account',
    summary: 'Whether clients can pay online, into your own Stripe account',
    response: PaymentConnection,
  },
  connect: {
    method: 'POST',
    path: '/api/payments/connect',
    access: 'account',
    summary: "Where to connect a Stripe account: Stripe's own page",
    description: 'The same call continues where an earlier one was left. The address can be opened once.',
    response: z.object({ url: z.string() }),
  },
  refresh: {
    method: 'POST',
    path: '/api/payments/connection/refresh',
    access: 'account',
    summary: 'Read the state of the connection from Stripe, without waiting for its event',
    response: PaymentConnection,
  },
  disconnect: {
    method: 'DELETE',
    path: '/api/payments/connection',
    access: 'account',
    summary: 'Stop taking online payments',
    description:
      'What was paid stays, and refunds in Stripe are still followed. Open payment pages are closed.',
    response: PaymentConnection,
  },
})
