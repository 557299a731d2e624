import { useQuery } from '@tanstack/react-query'
import { Activity as ActivityIcon } from 'lucide-react'
import { failureOf } from '#web/data/list.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Section } from '#web/ui/section.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ActivityList } from './activity-list.tsx'
import { recentActivityQuery } from './client.ts'

export function RecentActivity() {
  const query = useQuery(recentActivityQuery)
  const { data: activities } = query
  const failure = failureOf(query)
  return (
    <Section title="Recent Activity">
      <Card>
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
      </Card>
    </Section>
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
    <div className="flex h-11 items-center gap-3 border-b border-hairline px-4 last:border-0">
      <Skeleton className="size-4" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
  )
}
