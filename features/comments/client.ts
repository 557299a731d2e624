import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page } from '#core/endpoint.ts'
import { call, callPage } from '#web/data/api.ts'
import { errorMessage, useDataChange } from '#web/data/change.ts'
import { failureOf, refreshBooks } from '#web/data/list.ts'
import { live } from '#web/data/live.ts'
import { toast } from '#web/ui/toast.ts'
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

/** A conversation, the newest words first, as the client reads it. */
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

/** What is not posted yet. It is kept when another tab of the page is looked at. */
export interface Draft {
  content: string
  is_internal: boolean
}

export function usePostComment(projectId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CommentForm) => call(commentsApi.create, { params: { id: projectId }, body }),
    onError: (error) => void toast.error('Failed to post comment', errorMessage(error)),
    onSuccess: (posted) => {
      queryClient.setQueryData(commentsQuery(projectId).queryKey, (data) =>
        inPages(data, (items, isNewest) => (isNewest ? [posted, ...items] : items)),
      )
      void refreshBooks(queryClient)
    },
  })
}

type Comments = InfiniteData<Page<Comment>>

export const useUpdateComment = (projectId: number, commentId: number) =>
  useDataChange<Comments, CommentForm, Comment>({
    ...commentsQuery(projectId),
    run: (body) => call(commentsApi.update, { params: { id: projectId, commentId }, body }),
    answered: (data, changed) =>
      inPages(data, (items) => items.map((one) => (one.id === changed.id ? changed : one))),
    succeeded: () => 'Comment updated',
    failed: 'Failed to update comment',
  })

export const useDeleteComment = (projectId: number) =>
  useDataChange<Comments, Comment>({
    ...commentsQuery(projectId),
    run: ({ id }) => call(commentsApi.remove, { params: { id: projectId, commentId: id } }),
    apply: (data, { id }) => inPages(data, (items) => items.filter((one) => one.id !== id)),
    succeeded: () => 'Comment deleted',
    failed: 'Failed to delete comment',
  })

function inPages<Data extends Comments | undefined>(
  data: Data,
  change: (items: Comment[], isNewest: boolean) => Comment[],
): Data {
  return (
    data && {
      ...data,
      pages: data.pages.map((page, index) => ({ ...page, items: change(page.items, index === 0) })),
    }
  )
}
