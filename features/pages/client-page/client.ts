import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DateOnly } from '#core/calendar.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { call, callPage, download } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { failureOf } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { toast } from '#web/ui/toast.ts'
import { clientPageApi } from './contract.ts'

export const clientOverviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['client-page', 'overview', id],
    queryFn: () => call(clientPageApi.overview, { params: { id } }),
    ...live,
  })

interface Period {
  from: DateOnly
  to: DateOnly
}

/** Keeps showing the previous period while another one loads. */
export const statementQuery = (id: number, period: Period) =>
  queryOptions({
    queryKey: ['client-page', 'statement', id, period],
    queryFn: () => call(clientPageApi.statement, { params: { id }, query: period }),
    placeholderData: keepPreviousData,
  })

export const useDownloadStatement = (id: number) =>
  useMutation({
    mutationFn: (period: Period) => download(clientPageApi.statementPdf, { params: { id }, query: period }),
    onError: () => toast.error('Failed to make the statement', 'Please try again later'),
  })

const activityQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['client-page', 'activity', id],
    queryFn: ({ pageParam }) =>
      callPage(clientPageApi.activity, { params: { id }, query: { cursor: pageParam, limit: 50 } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

export function useClientActivity(id: number) {
  const query = useInfiniteQuery(activityQuery(id))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return {
    activities: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    failure: failureOf(query),
    hasOlder: hasNextPage,
    loadingOlder: isFetchingNextPage,
    loadOlder: () => void fetchNextPage(),
  }
}

export const useEraseClient = (id: number) =>
  useChange<Client, Client, Client>({
    queryKey: clientQuery(id).queryKey,
    run: ({ version }) => call(clientPageApi.erase, { params: { id }, ifMatch: version }),
    applyResult: (_, erased) => erased,
    succeeded: () => 'Client erased',
    failed: 'Failed to erase client',
  })
