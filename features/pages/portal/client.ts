import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { LoaderFunction } from 'react-router'
import type { z } from 'zod'
import { type IfMatch, MAX_PAGE_SIZE, type Page, pathWith } from '#core/endpoint.ts'
import { setDateLocale, setPageLocale } from '#core/format.ts'
import { fromMinorUnits } from '#core/money.ts'
import type { PaidNoticeForm } from '#features/billing/invoices/contract/payments.ts'
import type { LineRequestInput } from '#features/billing/line-requests/contract.ts'
import type { Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import { addressChangesApi } from '#features/engagement/contacts/contract/confirmation.ts'
import type { OwnDetailsInput } from '#features/engagement/contacts/contract/own-details.ts'
import { useMarkOnce } from '#features/engagement/notifications/client.ts'
import { isPreview } from '#features/engagement/portal-access/rules.ts'
import type { VersionKey } from '#features/work/comments/contract.ts'
import { call, callPage } from '#web/data/api.ts'
import { ApiError, hasCode } from '#web/data/api-error.ts'
import { queryClientContext } from '#web/data/prefetch.ts'
import { refresh } from '#web/data/refresh-books.ts'
import { toast } from '#web/ui/toast.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { portalApi } from './contract/portal.ts'
import type { PortalDeliverable, PortalUnread } from './contract/projects.ts'

const everything = (token: string) => ['portal', token]

/** Returning to the page refreshes it, since the freelancer may have changed something. Its parts share one response. */
const staleTime = 1000

/**
 * The portal writes dates and amounts as its visitor reads them. As `select`, it runs while a page is rendered: on a server,
 * pages of visitors with different locales take turns.
 */
function inLocale<Answer extends { locale: string }>(answer: Answer): Answer {
  setPageLocale(answer.locale)
  setDateLocale(answer.locale)
  return answer
}

export const overviewQuery = (token: string) =>
  queryOptions({
    queryKey: [...everything(token), 'overview'],
    queryFn: () => call(portalApi.overview, { params: { token } }),
    select: inLocale,
    staleTime,
  })

export const ownDetailsQuery = (token: string) =>
  queryOptions({
    queryKey: [...everything(token), 'me'],
    queryFn: () => call(portalApi.me, { params: { token } }),
    staleTime,
  })

interface OwnDetailsChange {
  form: z.input<typeof OwnDetailsInput>
  ifMatch: IfMatch
}

/** All pages are read again, since names, dates and amounts may be written differently. */
export function useChangeOwnDetails(token: string) {
  const queryClient = useQueryClient()
  return async ({ form, ifMatch }: OwnDetailsChange): Promise<void> => {
    const { pending_email } = await call(portalApi.changeMe, { params: { token }, body: form, ifMatch })
    await refresh(queryClient, { queryKey: everything(token) })
    if (pending_email === form.email)
      toast.success(`Confirm your new address in the email to ${pending_email}`)
    else toast.success('Your details were saved')
  }
}

const NONE: PortalUnread[] = []

/** Events since the last visit by this link. */
export const useUnread = (token: string): PortalUnread[] =>
  useQuery(overviewQuery(token)).data?.unread ?? NONE

/** These are being looked at; in a preview by the freelancer, which does not count. */
export function useLook(token: string, items: PortalUnread[]): void {
  const queryClient = useQueryClient()
  const markSeen = useCallback(
    async (ids: number[]) => {
      await call(portalApi.markSeen, { params: { token }, body: { unread_ids: ids } })
      queryClient.setQueryData(
        overviewQuery(token).queryKey,
        (overview) =>
          overview && { ...overview, unread: overview.unread.filter(({ id }) => !ids.includes(id)) },
      )
    },
    [queryClient, token],
  )
  useMarkOnce(isPreview(token) ? NONE : items, markSeen)
}

/** The id names the content, so that a browser does not show an earlier logo. */
export const logoUrl = (token: string, id: number): string =>
  `${pathWith(portalApi.logo.path, { token })}?id=${id}`

export const pdfUrl = (token: string, invoiceId: number): string =>
  pathWith(portalApi.invoicePdf.path, { token, invoiceId })

/** The file that the client decided on. */
export const decidedFileUrl = (token: string, code: string): string =>
  pathWith(portalApi.decidedFile.path, { token, code })

export const projectQuery = (token: string, projectId: string) =>
  queryOptions({
    queryKey: [...everything(token), 'projects', projectId],
    queryFn: () => call(portalApi.project, { params: { token, projectId } }),
    select: inLocale,
    staleTime,
  })

const PENDING_MILLISECONDS = 2000

/** Asked for again while the document of a decision is being prepared. */
export const invoiceQuery = (token: string, invoiceId: string) =>
  queryOptions({
    queryKey: [...everything(token), 'invoices', invoiceId],
    queryFn: () => call(portalApi.invoice, { params: { token, invoiceId } }),
    select: inLocale,
    staleTime,
    refetchInterval: ({ state: { data } }) =>
      data?.decisions.some(({ is_file_pending }) => is_file_pending) === true && PENDING_MILLISECONDS,
  })

const projectsQuery = (token: string) =>
  pagesQuery([...everything(token), 'projects'], (cursor) =>
    callPage(portalApi.projects, { params: { token }, query: { cursor } }),
  )

const invoicesQuery = (token: string) =>
  pagesQuery([...everything(token), 'invoices'], (cursor) =>
    callPage(portalApi.invoices, { params: { token }, query: { cursor } }),
  )

export const usePortalProjects = (token: string) => usePages(projectsQuery(token))

export const usePortalInvoices = (token: string) => usePages(invoicesQuery(token))

/** All comments of a project, including those before the newest, or those on one version of a deliverable. */
export const useAllComments = (
  token: string,
  projectId: number,
  { enabled, deliverable }: { enabled: boolean; deliverable?: VersionKey },
) =>
  usePages(
    pagesQuery(
      [
        ...everything(token),
        'projects',
        String(projectId),
        'comments',
        ...(deliverable ? [deliverable.id, deliverable.version] : []),
      ],
      (cursor) =>
        callPage(portalApi.comments, {
          params: { token, projectId },
          query: {
            cursor,
            limit: MAX_PAGE_SIZE,
            deliverable_id: deliverable?.id,
            version: deliverable?.version,
          },
        }),
    ),
    enabled,
  )

function pagesQuery<Item>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime,
  })
}

function usePages<Item>(query: ReturnType<typeof pagesQuery<Item>>, enabled = true) {
  const list = useInfiniteQuery({ ...query, enabled })
  const failed = list.isError && !list.data
  return {
    /** Undefined until the first response. A list that cannot be loaded is empty. */
    items: list.data?.pages.flatMap((page) => page.items) ?? (failed ? [] : undefined),
    failed,
    hasMore: list.hasNextPage,
    loadMore: () => void list.fetchNextPage(),
    loadingMore: list.isFetchingNextPage || (enabled && list.isPending),
  }
}

type Prefetch = (queryClient: QueryClient, token: string, id: string) => void

/** Requests what a page shows first, in the frame and within, while its code is loading. */
const loader =
  (prefetch: Prefetch): LoaderFunction =>
  ({ context, params: { token = '', projectId = '', invoiceId = projectId } }) => {
    const queryClient = context.get(queryClientContext)
    void queryClient.prefetchQuery(overviewQuery(token))
    prefetch(queryClient, token, invoiceId)
    return null
  }

export const homeLoader = loader((queryClient, token) => {
  void queryClient.prefetchInfiniteQuery(projectsQuery(token))
  void queryClient.prefetchInfiniteQuery(invoicesQuery(token))
})

export const projectLoader = loader((queryClient, ...project) => {
  void queryClient.prefetchQuery(projectQuery(...project))
})

export const invoiceLoader = loader((queryClient, ...invoice) => {
  void queryClient.prefetchQuery(invoiceQuery(...invoice))
})

/** `seen` is what was on the page when the dialog opened, so that a decision never applies to a newer version. */
interface DecisionInput<Seen> {
  decision: Verdict
  text: string
  seen: Seen
}

export const useDecideDeliverable = (token: string, deliverableId: number) =>
  useAction<DecisionInput<SeenDeliverable>>(token, ({ decision, text, seen }) => {
    const { version, fee, currency } = seen
    const params = { token, deliverableId }
    return decision === 'approved'
      ? call(portalApi.approveDeliverable, {
          params,
          body: { version, fee: fee === null ? null : fromMinorUnits(fee, currency) },
        })
      : call(portalApi.rejectDeliverable, { params, body: { feedback: text, version } })
  })

type SeenDeliverable = Pick<PortalDeliverable, 'version' | 'fee' | 'currency'>

interface InvoiceDecisionInput extends DecisionInput<PortalInvoiceDetail['revision']> {
  lines?: LineRequestInput[]
}

export const useDecideInvoice = (token: string, invoiceId: number) =>
  useAction<InvoiceDecisionInput>(token, ({ decision, text, lines = [], seen: revision }) =>
    call(portalApi.decideInvoice, {
      params: { token, invoiceId },
      body: { status: decision, revision, lines, ...(text.trim() && { client_notes: text.trim() }) },
    }),
  )

export const useGivePaidNotice = (token: string, invoiceId: number) =>
  useAction<PaidNoticeForm>(token, (body) =>
    call(portalApi.givePaidNotice, { params: { token, invoiceId }, body }),
  )

/** Reads the payment from the provider, after which the invoice may be paid. */
export const paymentQuery = (token: string, invoiceId: number) =>
  queryOptions({
    queryKey: [...everything(token), 'invoices', String(invoiceId), 'payment'],
    queryFn: async ({ client }) => {
      const { state } = await call(portalApi.payment, { params: { token, invoiceId } })
      await client.invalidateQueries({
        queryKey: invoiceQuery(token, String(invoiceId)).queryKey,
        exact: true,
      })
      return state
    },
    staleTime,
  })

/** Goes on to the payment page. `approved` is the revision to approve first, if that is asked for. */
export const usePayInvoice = (token: string, { id }: Pick<PortalInvoiceDetail, 'id'>) => {
  const params = { token, invoiceId: id }
  return useAction<{ approved?: PortalInvoiceDetail['revision'] | undefined }>(
    token,
    async ({ approved }) => {
      if (approved !== undefined) {
        await call(portalApi.decideInvoice, { params, body: { status: 'approved', revision: approved } })
      }
      location.assign((await call(portalApi.pay, { params })).url)
    },
  )
}

export const useComment = (token: string, projectId: number, deliverable?: VersionKey) =>
  useAction<string>(token, (content) =>
    call(portalApi.comment, {
      params: { token },
      body: { project_id: projectId, content, is_internal: false, deliverable },
    }),
  )

/** The page shows outdated data: someone else acted first. */
const isOutdated = (error: Error) =>
  hasCode(error, 'version_conflict', 'already_decided', 'decision_closed', 'conflict')

/**
 * True if the shown record no longer exists. Reloading would discard the typed text, so it waits until the refusal is
 * dismissed.
 */
const needsReload = (error: Error | null) =>
  hasCode(error, 'invalid_link', 'invoice_being_revised', 'not_found')

export interface Refusal {
  message: string
  /** True if the subject of the decision has changed, and the page shows the new state. */
  outdated: boolean
}

const refusalOf = (error: Error): Refusal => ({
  message: refusalMessage(error),
  outdated: hasCode(error, 'version_conflict'),
})

function refusalMessage(error: Error): string {
  if (hasCode(error, 'invalid_link')) {
    return 'This link no longer works. Please ask the person who sent it to you for a new one.'
  }
  if (error instanceof ApiError) return error.body.error
  return 'This could not be sent. Please check your connection and try again.'
}

/** Sends once, however often the button is pressed, and is done when the page shows the server's state. */
function useAction<Input>(token: string, run: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient()
  const inFlight = useRef(false)
  const reload = () => refresh(queryClient, { queryKey: everything(token) })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: reload,
    onError: (error) => (isOutdated(error) ? reload() : undefined),
    onSettled: () => {
      inFlight.current = false
    },
  })

  const send = (input: Input, done?: (outcome: 'accepted' | 'refused', refused?: Refusal) => void) => {
    if (inFlight.current) return
    inFlight.current = true
    mutate(input, {
      onSuccess: () => done?.('accepted'),
      onError: (error) => done?.('refused', refusalOf(error)),
    })
  }
  const dismiss = () => {
    if (needsReload(error)) void reload()
    reset()
  }
  return { send, pending: isPending, refused: error && refusalOf(error), dismiss }
}

/** A refusal means that the page does not exist. Any other failure may be transient. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

export const addressChangeQuery = (code: string) =>
  queryOptions({
    queryKey: ['confirm-email', code],
    queryFn: () => call(addressChangesApi.get, { params: { code } }),
  })

export function useConfirmAddress(code: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(addressChangesApi.confirm, { params: { code } }),
    onSuccess: (change) => queryClient.setQueryData(addressChangeQuery(code).queryKey, change),
  })
}
