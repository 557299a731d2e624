import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page } from '#core/endpoint.ts'
import { undoRemoval } from '#features/removals/client.ts'
import type { Removed } from '#features/removals/contract.ts'
import { call, callPage } from '#web/data/api.ts'
import { useChange } from '#web/data/change.ts'
import { failureOf } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { type Comment, type CommentForm, commentsApi } from './contract.ts'

const commentsQuery = (projectId: number) =>
  infiniteQueryOptions({
    queryKey: ['comments', projectId],
    queryFn: ({ pageParam }) =>
      callPage(commentsApi.list, { params: { id: projectId }, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    ...live,
  })

/** A project's comments, newest first, as the client sees them. */
export function useComments(projectId: number) {
  const query = useInfiniteQuery(commentsQuery(projectId))
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

export const usePostComment = (projectId: number) =>
  useChange<Comments, CommentForm, Comment>({
    ...commentsQuery(projectId),
    run: (body) => call(commentsApi.create, { params: { id: projectId }, body }),
    applyResult: (data, posted) =>
      inPages(data, (items, isNewest) => (isNewest ? [posted, ...items] : items)),
    failed: 'Failed to post comment',
  })

type Comments = InfiniteData<Page<Comment>>

export const useUpdateComment = (projectId: number, commentId: number) =>
  useChange<Comments, CommentForm, Comment>({
    ...commentsQuery(projectId),
    run: (body) => call(commentsApi.update, { params: { id: projectId, commentId }, body }),
    applyResult: (data, changed) =>
      inPages(data, (items) => items.map((one) => (one.id === changed.id ? changed : one))),
    succeeded: () => 'Comment updated',
    failed: 'Failed to update comment',
  })

export const useDeleteComment = (projectId: number) =>
  useChange<Comments, Comment, Removed>({
    ...commentsQuery(projectId),
    run: ({ id }) => call(commentsApi.remove, { params: { id: projectId, commentId: id } }),
    apply: (data, { id }) => inPages(data, (items) => items.filter((one) => one.id !== id)),
    succeeded: () => 'Comment deleted',
    undo: undoRemoval,
    failed: 'Failed to delete comment',
  })

const inPages = (data: Comments, change: (items: Comment[], isNewest: boolean) => Comment[]): Comments => ({
  ...data,
  pages: data.pages.map((page, index) => ({ ...page, items: change(page.items, index === 0) })),
})
