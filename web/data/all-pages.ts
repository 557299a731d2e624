import { useEffect } from 'react'
import type { Paging } from '#web/ui/virtual-list.tsx'

/** Loads the rest of a list that the browser sorts. */
export function useAllPages(wanted: boolean, { hasMore, loadingMore, failed, loadMore }: Paging): void {
  const loadsNext = wanted && hasMore && !loadingMore && !failed
  useEffect(() => {
    if (loadsNext) loadMore?.()
  }, [loadsNext, loadMore])
}
