import { useQuery } from '@tanstack/react-query'
import { Activity as ActivityIcon } from 'lucide-react'
import { failureOf } from '#web/data/list.ts'
import { Panel } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ActivityList } from './activity-list.tsx'
import { recentActivityQuery } from './client.ts'

export function RecentActivity() {
  const query = useQuery(recentActivityQuery)
  const { data: activities } = query
  const failure = failureOf(query)
  return (
    <Panel title="Recent Activity" flush>
      {failure && <LoadFailed what="Recent activity" {...failure} />}
      {!failure && activities === undefined && <ActivityLoading />}
      {activities?.length === 0 && (
        <EmptyState
          icon={<ActivityIcon />}
          title="No recent activity"
          text="Start tracking time and managing projects, and what you do will show up here."
        />
      )}
      {activities && activities.length > 0 && <ActivityList activities={activities} />}
    </Panel>
  )
}

function ActivityLoading() {
  return (
    <Loading>
      {Array.from({ length: 5 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <LineLoading key={index} />
      ))}
    </Loading>
  )
}

function LineLoading() {
  return (
    <div className="flex h-16.5 items-center gap-3 border-b border-hairline px-5 last:border-0">
      <Skeleton className="size-8 rounded-full" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3.5 w-56 max-w-full" />
      </div>
    </div>
  )
}
