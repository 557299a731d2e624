import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { errorMessage, useChange } from '#web/data/change.ts'
import { toast } from '#web/ui/toast.ts'
import { type PaymentConnection, paymentsApi } from './contract.ts'

const CONNECTION = ['payment-connection']

/** Back from Stripe's page, it is read from there instead of waiting for an event. */
export const connectionQuery = (isBack: boolean) =>
  queryOptions({
    queryKey: [...CONNECTION, isBack],
    queryFn: () => call(isBack ? paymentsApi.refresh : paymentsApi.connection),
  })

/** Goes to Stripe's page, which leads back to the account. */
export const useConnect = () =>
  useMutation({
    mutationFn: async () => location.assign((await call(paymentsApi.connect)).url),
    onError: (error) => toast.error('Stripe could not be reached', errorMessage(error)),
  })

export const useDisconnect = () =>
  useChange<PaymentConnection, void, PaymentConnection>({
    queryKey: CONNECTION,
    run: () => call(paymentsApi.disconnect),
    applyResult: (_, connection) => connection,
    succeeded: () => 'Stripe disconnected',
    failed: 'Failed to disconnect Stripe',
  })
