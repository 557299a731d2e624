import { queryOptions } from '@tanstack/react-query'
import type { IfMatch } from '#core/endpoint.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { call } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { type RecurringExpense, type RecurringExpenseForm, recurringExpensesApi } from './contract.ts'

export const recurringExpensesQuery = queryOptions({
  queryKey: ['recurring-expenses'],
  queryFn: () => call(recurringExpensesApi.list),
})

export const recurringExpensesLoader = prefetchLoader((queryClient) => [
  queryClient.ensureQueryData(recurringExpensesQuery),
])

const withChanged = (all: RecurringExpense[], changed: RecurringExpense): RecurringExpense[] =>
  all.map((one) => (one.id === changed.id ? changed : one))

export interface Edited {
  form: RecurringExpenseForm
  ifMatch: IfMatch
}

export const useCreateRecurringExpense = () =>
  useChange<RecurringExpense[], Edited, RecurringExpense>({
    ...recurringExpensesQuery,
    run: ({ form }) => call(recurringExpensesApi.create, { body: form }),
    applyResult: (all, created) => [...all, created],
    succeeded: () => 'Recurring expense added',
    failed: 'Failed to save recurring expense',
  })

export const useUpdateRecurringExpense = (id: number) =>
  useChange<RecurringExpense[], Edited, RecurringExpense>({
    ...recurringExpensesQuery,
    run: ({ form, ifMatch }) => call(recurringExpensesApi.update, { params: { id }, body: form, ifMatch }),
    applyResult: withChanged,
    inForm: true,
    succeeded: () => 'Recurring expense updated',
    failed: 'Failed to save recurring expense',
  })

export const usePauseRecurringExpense = () =>
  useChange<RecurringExpense[], RecurringExpense, RecurringExpense>({
    ...recurringExpensesQuery,
    run: ({ id, version }) => call(recurringExpensesApi.pause, { params: { id }, ifMatch: version }),
    applyResult: withChanged,
    succeeded: () => 'Recurring expense paused',
    failed: 'Failed to pause recurring expense',
  })

export const useResumeRecurringExpense = () =>
  useChange<RecurringExpense[], RecurringExpense, RecurringExpense>({
    ...recurringExpensesQuery,
    run: ({ id, version }) => call(recurringExpensesApi.resume, { params: { id }, ifMatch: version }),
    applyResult: withChanged,
    succeeded: () => 'Recurring expense resumed',
    failed: 'Failed to resume recurring expense',
  })

export const useDeleteRecurringExpense = () =>
  useChange<RecurringExpense[], RecurringExpense, Removed>({
    ...recurringExpensesQuery,
    run: ({ id, version }) => call(recurringExpensesApi.remove, { params: { id }, ifMatch: version }),
    apply: (all, deleted) => all.filter(({ id }) => id !== deleted.id),
    succeeded: () => 'Recurring expense deleted',
    undo: undoRemoval,
    failed: 'Failed to delete recurring expense',
  })
