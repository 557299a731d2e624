import { Activity as ActivityIcon } from 'lucide-react'
import type { Client } from '#features/engagement/clients/contract.ts'
import { ActivityList } from '#features/pages/dashboard/activity-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useClientActivity } from './client.ts'

/** Activity of a client, its projects and invoices, newest first. */
export function ClientActivity({ client }: { client: Client }) {
  const { activities, failure, hasOlder, loadingOlder, loadOlder } = useClientActivity(client.id)
  if (failure) return <LoadFailed what="The activity of this client" {...failure} />
  if (!activities) {
    return (
      <Loading>
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  if (activities.length === 0) {
    return (
      <EmptyState
        icon={<ActivityIcon />}
        title="No activity yet"
        text="What you and your client do on projects and invoices appears here."
      />
    )
  }
  return (
    <>
      <Card>
        <ActivityList activities={activities} />
      </Card>
      {hasOlder && (
        <div className="mt-4 flex justify-center">
          <Button pending={loadingOlder} onClick={loadOlder}>
            Show older
          </Button>
        </div>
      )}
    </>
  )
}
