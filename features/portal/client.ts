import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { LARGEST_PAGE_SIZE, type Page } from '#core/endpoint.ts'
import type { Verdict } from '#features/approvals/contract.ts'
import { call, callPage } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { type PortalDeliverable, type PortalInvoiceDetail, portalApi } from './contract.ts'

const everything = (token: string) => ['portal', token]

/** Whoever comes back to the page sees how things stand now: the other side writes meanwhile. */
const staleTime = 0

export const overviewQuery = (token: string) =>
  queryOptions({
    queryKey: [...everything(token), 'overview'],
    queryFn: () => call(portalApi.overview, { params: { token } }),
    staleTime,
  })

export const projectQuery = (token: string, projectId: string) =>
  queryOptions({
    queryKey: [...everything(token), 'projects', projectId],
    queryFn: () => call(portalApi.project, { params: { token, projectId } }),
    staleTime,
  })

export const invoiceQuery = (token: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...everything(token), 'invoices', invoiceId],
    queryFn: () => call(portalApi.invoice, { params: { token, invoiceId } }),
    staleTime,
  })

export const usePortalProjects = (token: string) =>
  usePages([...everything(token), 'projects'], (cursor) =>
    callPage(portalApi.projects, { params: { token }, query: { cursor } }),
  )

export const usePortalInvoices = (token: string) =>
  usePages([...everything(token), 'invoices'], (cursor) =>
    callPage(portalApi.invoices, { params: { token }, query: { cursor } }),
  )

/** All comments of a project, for whoever asks for more than the newest. */
export const useAllComments = (token: string, projectId: number, enabled: boolean) =>
  usePages(
    [...everything(token), 'projects', String(projectId), 'comments'],
    (cursor) =>
      callPage(portalApi.comments, {
        params: { token, projectId },
        query: { cursor, limit: LARGEST_PAGE_SIZE },
      }),
    enabled,
  )

function usePages<Item>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
  enabled = true,
) {
  const list = useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam }) => fetchPage(pageParam),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      staleTime,
    }),
    enabled,
  })
  const failed = list.isError && !list.data
  return {
    /** Undefined until the first answer; a list that cannot be loaded is empty. */
    items: list.data?.pages.flatMap((page) => page.items) ?? (failed ? [] : undefined),
    failed,
    hasMore: list.hasNextPage,
    loadMore: () => void list.fetchNextPage(),
    loadingMore: list.isFetchingNextPage || (enabled && list.isPending),
  }
}

export interface Answer {
  decision: Verdict
  words: string
}

/** What was looked at goes along, so that nobody decides on what came meanwhile. */
export const useDecideDeliverable = (token: string, { id, version }: PortalDeliverable) =>
  useAction<Answer>(token, ({ decision, words }) =>
    decision === 'approved'
      ? call(portalApi.approveDeliverable, { params: { token, deliverableId: id }, body: { version } })
      : call(portalApi.rejectDeliverable, {
          params: { token, deliverableId: id },
          body: { feedback: words, version },
        }),
  )

export const useDecideInvoice = (token: string, { id, revision }: PortalInvoiceDetail) =>
  useAction<Answer>(token, ({ decision, words }) =>
    call(portalApi.decideInvoice, {
      params: { token, invoiceId: id },
      body: { status: decision, revision, ...(words.trim() && { client_notes: words.trim() }) },
    }),
  )

export const useComment = (token: string, projectId: number) =>
  useAction<string>(token, (content) =>
    call(portalApi.comment, {
      params: { token },
      body: { project_id: projectId, content, is_internal: false },
    }),
  )

/** Somebody else was faster, or took it away: then what is on the page is old. */
const isOvertaken = (error: Error) =>
  error instanceof ApiError && (error.status === 409 || error.status === 404)

/** Sent once, however often it is pressed, and done when the page shows what the server has. */
function useAction<Input>(token: string, run: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  const underWay = useRef(false)
  const reload = () => queryClient.invalidateQueries({ queryKey: everything(token) })
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: reload,
    onError: (error) => (isOvertaken(error) ? reload() : undefined),
    onSettled: () => {
      underWay.current = false
    },
  })

  const send = (input: Input, done?: (how: 'taken' | 'overtaken') => void) => {
    if (underWay.current) return
    underWay.current = true
    mutate(input, {
      onSuccess: () => done?.('taken'),
      onError: (error) => isOvertaken(error) && done?.('overtaken'),
    })
  }
  return { send, pending: isPending }
}

/** What a page that could not be loaded says: a refusal means it is not there, anything else may pass. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
