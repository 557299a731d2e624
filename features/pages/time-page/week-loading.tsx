import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export function WeekLoading() {
  return (
    <Loading>
      <Skeleton className="mb-4 h-9 w-64" />
      <Skeleton className="mb-px h-12" />
      <Skeleton className="mb-px h-14" />
      <Skeleton className="mb-px h-14" />
      <Skeleton className="h-14" />
    </Loading>
  )
}
