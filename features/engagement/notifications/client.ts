import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#web/data/api.ts'
import { live } from '#web/data/live.ts'
import { type UnreadItem, unreadApi } from './contract/unread.ts'
import { unsubscriptionApi } from './contract/unsubscription.ts'

const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: () => call(unreadApi.list),
  ...live,
})

const NONE: UnreadItem[] = []

/** Clients' actions since the freelancer last looked. */
export const useUnread = (): UnreadItem[] => useQuery(unreadQuery).data ?? NONE

/** These are being looked at. */
export function useLook(items: UnreadItem[]): void {
  const queryClient = useQueryClient()
  const markSeen = useCallback(
    async (ids: number[]) => {
      await call(unreadApi.markSeen, { body: { unread_ids: ids } })
      queryClient.setQueryData(unreadQuery.queryKey, (all) => all?.filter(({ id }) => !ids.includes(id)))
    },
    [queryClient],
  )
  useMarkOnce(items, markSeen)
}

/** Marks each item once, while the page is visible. What cannot be marked stays unread until the next visit. */
export function useMarkOnce(
  items: Pick<UnreadItem, 'id'>[],
  markSeen: (ids: number[]) => Promise<void>,
): void {
  const [marked] = useState(() => new Set<number>())
  useEffect(() => {
    const ids = items.map(({ id }) => id).filter((id) => !marked.has(id))
    if (ids.length === 0 || document.visibilityState !== 'visible') return
    for (const id of ids) marked.add(id)
    markSeen(ids).catch(() => undefined)
  }, [items, marked, markSeen])
}

export const subscriptionQuery = (code: string) =>
  queryOptions({
    queryKey: ['unsubscribe', code],
    queryFn: () => call(unsubscriptionApi.get, { params: { code } }),
  })

export function useChangeSubscription(code: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: 'unsubscribe' | 'resubscribe') =>
      call(unsubscriptionApi[change], { params: { code } }),
    onSuccess: (subscription) => queryClient.setQueryData(subscriptionQuery(code).queryKey, subscription),
  })
}
