import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page } from '#core/endpoint.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { call, callPage } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { failureOf } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { type Comment, type CommentForm, commentsApi, type VersionKey } from './contract.ts'

/** A conversation: about a project with all that was submitted, or about one version of a deliverable. */
export interface Conversation {
  projectId: number
  deliverable?: VersionKey
}

const commentsQuery = ({ projectId, deliverable }: Conversation) =>
  infiniteQueryOptions({
    queryKey: ['comments', projectId, ...(deliverable ? [deliverable.id, deliverable.version] : [])],
    queryFn: ({ pageParam }) =>
      callPage(commentsApi.list, {
        params: { id: projectId },
        query: { cursor: pageParam, deliverable_id: deliverable?.id, version: deliverable?.version },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...live,
  })

export const versionCommentsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['comments-by-version', projectId],
    queryFn: () => call(commentsApi.countByVersion, { params: { id: projectId } }),
    ...live,
  })

/** The newest first, as the client sees them. */
export function useComments(conversation: Conversation) {
  const query = useInfiniteQuery(commentsQuery(conversation))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const comments = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  return {
    comments,
    failure: failureOf(query),
    hasEarlier: hasNextPage,
    loadingEarlier: isFetchingNextPage,
    loadEarlier: () => void fetchNextPage(),
  }
}

/** A comment that is not posted yet. It is kept while another tab of the page is open. */
export interface Draft {
  content: string
  is_internal: boolean
}

export const NO_DRAFT: Draft = { content: '', is_internal: false }

export const usePostComment = (conversation: Conversation) =>
  useChange<Comments, CommentForm, Comment>({
    ...commentsQuery(conversation),
    run: (body) =>
      call(commentsApi.create, {
        params: { id: conversation.projectId },
        body: { ...body, deliverable: conversation.deliverable },
      }),
    applyResult: (data, posted) =>
      inPages(data, (items, isNewest) => (isNewest ? [posted, ...items] : items)),
    failed: 'Failed to post comment',
  })

type Comments = InfiniteData<Page<Comment>>

export const useUpdateComment = (conversation: Conversation, commentId: number) =>
  useChange<Comments, CommentForm, Comment>({
    ...commentsQuery(conversation),
    run: (body) => call(commentsApi.update, { params: { id: conversation.projectId, commentId }, body }),
    applyResult: (data, changed) =>
      inPages(data, (items) => items.map((one) => (one.id === changed.id ? changed : one))),
    succeeded: () => 'Comment updated',
    failed: 'Failed to update comment',
  })

export const useDeleteComment = (conversation: Conversation) =>
  useChange<Comments, Comment, Removed>({
    ...commentsQuery(conversation),
    run: ({ id }) => call(commentsApi.remove, { params: { id: conversation.projectId, commentId: id } }),
    apply: (data, { id }) => inPages(data, (items) => items.filter((one) => one.id !== id)),
    succeeded: () => 'Comment deleted',
    undo: undoRemoval,
    failed: 'Failed to delete comment',
  })

const inPages = (data: Comments, change: (items: Comment[], isNewest: boolean) => Comment[]): Comments => ({
  ...data,
  pages: data.pages.map((page, index) => ({ ...page, items: change(page.items, index === 0) })),
})
