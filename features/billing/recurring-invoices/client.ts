import { queryOptions } from '@tanstack/react-query'
import type { IfMatch } from '#core/endpoint.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { type RecurringInvoice, type RecurringInvoiceForm, recurringInvoicesApi } from './contract.ts'

export const recurringInvoicesQuery = queryOptions({
  queryKey: ['recurring-invoices'],
  queryFn: () => call(recurringInvoicesApi.list),
})

export const recurringInvoicesLoader = prefetchLoader((queryClient) => [
  queryClient.ensureQueryData(recurringInvoicesQuery),
])

const withChanged = (all: RecurringInvoice[], changed: RecurringInvoice): RecurringInvoice[] =>
  all.map((one) => (one.id === changed.id ? changed : one))

export interface Edited {
  form: RecurringInvoiceForm
  ifMatch: IfMatch
}

export const useCreateRecurringInvoice = () =>
  useChange<RecurringInvoice[], Edited, RecurringInvoice>({
    ...recurringInvoicesQuery,
    run: ({ form }) => call(recurringInvoicesApi.create, { body: form }),
    applyResult: (all, created) => [...all, created],
    succeeded: () => 'Recurring invoice added',
    failed: 'Failed to save recurring invoice',
  })

export const useUpdateRecurringInvoice = (id: number) =>
  useChange<RecurringInvoice[], Edited, RecurringInvoice>({
    ...recurringInvoicesQuery,
    run: ({ form, ifMatch }) => call(recurringInvoicesApi.update, { params: { id }, body: form, ifMatch }),
    applyResult: withChanged,
    inForm: true,
    succeeded: () => 'Recurring invoice updated',
    failed: 'Failed to save recurring invoice',
  })

export const usePauseRecurringInvoice = () =>
  useChange<RecurringInvoice[], RecurringInvoice, RecurringInvoice>({
    ...recurringInvoicesQuery,
    run: ({ id, version }) => call(recurringInvoicesApi.pause, { params: { id }, ifMatch: version }),
    applyResult: withChanged,
    succeeded: () => 'Recurring invoice paused',
    failed: 'Failed to pause recurring invoice',
  })

export const useResumeRecurringInvoice = () =>
  useChange<RecurringInvoice[], RecurringInvoice, RecurringInvoice>({
    ...recurringInvoicesQuery,
    run: ({ id, version }) => call(recurringInvoicesApi.resume, { params: { id }, ifMatch: version }),
    applyResult: withChanged,
    succeeded: () => 'Recurring invoice resumed',
    failed: 'Failed to resume recurring invoice',
  })

export const useDeleteRecurringInvoice = () =>
  useChange<RecurringInvoice[], RecurringInvoice, Removed>({
    ...recurringInvoicesQuery,
    run: ({ id, version }) => call(recurringInvoicesApi.remove, { params: { id }, ifMatch: version }),
    apply: (all, deleted) => all.filter(({ id }) => id !== deleted.id),
    succeeded: () => 'Recurring invoice deleted',
    undo: undoRemoval,
    failed: 'Failed to delete recurring invoice',
  })
