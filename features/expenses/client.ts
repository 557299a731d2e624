import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { toMinorUnits } from '#core/money.ts'
import { undoRemoval } from '#features/removals/client.ts'
import type { Removed } from '#features/removals/contract.ts'
import { call } from '#web/data/api.ts'
import { listQuery, useList, useListChange } from '#web/data/list.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { filterIn, isNarrowed } from '#web/navigation/filter-link.ts'
import { searchIn } from '#web/navigation/search-link.ts'
import { type Expense, ExpenseFilter, type ExpenseForm, ExpenseInput, expensesApi } from './contract.ts'
import { billableAmount } from './rules.ts'

type Filter = z.input<typeof ExpenseFilter>

const expensesQuery = (q: string, filter: Filter) => listQuery('expenses', expensesApi.list, { q, ...filter })

export const useExpenses = (...search: Parameters<typeof expensesQuery>) => useList(expensesQuery(...search))

export const expensesLoader = prefetchLoader((queryClient, search) => {
  const [q, filter] = [searchIn(search), filterIn(search, ExpenseFilter)]
  return [
    queryClient.ensureInfiniteQueryData(expensesQuery(q, filter)),
    isNarrowed(q, filter)
      ? queryClient.ensureQueryData(expenseTotalsQuery(q, filter))
      : queryClient.ensureQueryData(thisMonthQuery),
  ]
})

export const expenseTotalsQuery = (q: string, filter: Filter) =>
  queryOptions({
    queryKey: ['expenses', 'totals', q, filter],
    queryFn: () => call(expensesApi.totals, { query: { q, ...filter } }),
    placeholderData: keepPreviousData,
  })

export const thisMonthQuery = queryOptions({
  queryKey: ['expenses', 'this-month'],
  queryFn: () => call(expensesApi.thisMonth),
})

export const expenseQuery = (id: number) =>
  queryOptions({
    queryKey: ['expenses', 'one', id],
    queryFn: () => call(expensesApi.get, { params: { id } }),
  })

/** The values of a form, with the name of the chosen project. */
export interface Entered {
  form: ExpenseForm
  projectName: string | null
}

/** The same for a form that edits a record. */
export type Edited = Entered & { ifMatch: IfMatch }

export const useCreateExpense = () =>
  useListChange<Expense, Entered>({
    noun: 'expenses',
    run: ({ form }) => call(expensesApi.create, { body: form }),
    succeeded: () => 'Expense added successfully',
    failed: () => ['Failed to save expense'],
  })

export const useUpdateExpense = (id: number) =>
  useListChange<Expense, Edited>({
    noun: 'expenses',
    run: ({ form, ifMatch }) => call(expensesApi.update, { params: { id }, body: form, ifMatch }),
    apply: (expense, { form, projectName }) =>
      expense.id === id ? changed(expense, form, projectName) : expense,
    inForm: true,
    succeeded: () => 'Expense updated successfully',
    failed: () => ['Failed to save expense'],
  })

/** As the server will have it; what it comes to in the home currency is known afterwards. */
function changed(expense: Expense, form: ExpenseForm, project_name: string | null): Expense {
  const { exchange_rate = null, currency = expense.currency, ...input } = z.decode(ExpenseInput, form)
  const amount = toMinorUnits(form.amount, currency)
  const billable_amount = billableAmount({ ...input, amount })
  return { ...expense, ...input, currency, exchange_rate, amount, billable_amount, project_name }
}

export const useDeleteExpense = () =>
  useListChange<Expense, Expense, Removed>({
    noun: 'expenses',
    run: ({ id, version }) => call(expensesApi.remove, { params: { id }, ifMatch: version }),
    apply: (expense, deleted) => (expense.id === deleted.id ? null : expense),
    succeeded: () => 'Expense deleted successfully',
    undo: undoRemoval,
    failed: () => ['Failed to delete expense'],
  })
