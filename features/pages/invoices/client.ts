import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Sort } from '#core/sort.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceRemoval, InvoiceSummary } from '#features/billing/invoices/contract/invoice.ts'
import {
  INVOICE_SORTS,
  InvoiceFilter,
  type InvoiceListStatus,
  type InvoiceSort,
} from '#features/billing/invoices/contract/list.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import { usageQuery } from '#features/foundation/subscription/client.ts'
import { call } from '#web/data/api.ts'
import { useBulkChange } from '#web/data/bulk-change.ts'
import { listQuery, useList } from '#web/data/list.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { filterIn } from '#web/navigation/filter-link.ts'
import { searchIn } from '#web/navigation/search-link.ts'
import { sortIn } from '#web/navigation/sort-link.ts'

export type Filter = z.input<typeof InvoiceFilter>

const invoicesQuery = (q: string, filter: Filter, sort?: Sort<InvoiceSort>) =>
  listQuery('invoices', invoicesApi.list, { q, ...filter, sort })

export const useInvoices = (...search: Parameters<typeof invoicesQuery>) => useList(invoicesQuery(...search))

/** The sums of the invoices that a list shows. */
export const sumsQuery = (q: string, filter: Filter) =>
  queryOptions({
    queryKey: ['invoices', 'sums', q, filter],
    queryFn: () => call(invoicesApi.summary, { query: { q, ...filter } }),
    placeholderData: keepPreviousData,
  })

const NAMED_BY_FIGURES: readonly unknown[] = ['unpaid', 'overdue', 'paid'] satisfies InvoiceListStatus[]

/**
 * The sums above the list. Those that have a figure of their own stay while one goes through the tabs, as the counts of
 * the tabs do.
 */
export function figuresQuery(q: string, filter: Filter) {
  const { status, ...others } = filter
  return sumsQuery(q, NAMED_BY_FIGURES.includes(status) ? others : filter)
}

export const invoicesLoader = prefetchLoader((queryClient, search) => {
  const shown = [searchIn(search), filterIn(search, InvoiceFilter)] as const
  return [
    queryClient.ensureInfiniteQueryData(invoicesQuery(...shown, sortIn(search, INVOICE_SORTS))),
    queryClient.ensureQueryData(figuresQuery(...shown)),
    queryClient.ensureQueryData(usageQuery),
    queryClient.ensureQueryData(businessQuery),
  ]
})

/** The invoices of a client or a project. */
export const useInvoicesOf = (filter: Filter) => useList(listQuery('invoices', invoicesApi.list, filter))

export const useRemoveInvoices = () =>
  useBulkChange<InvoiceSummary, InvoiceRemoval>({
    noun: 'invoices',
    one: 'draft',
    done: 'deleted',
    run: ({ id, version }) => call(invoicesApi.remove, { params: { id }, ifMatch: version }),
    undo: undoRemoval,
  })
