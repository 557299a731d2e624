import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { PortalDeliverable } from './contract/projects.ts'
import { DeliverableCard } from './deliverable-card.tsx'

export type DeliverablesProps = { token: string; projectId: number; deliverables: PortalDeliverable[] }

export function Deliverables({ token, projectId, deliverables }: DeliverablesProps) {
  const [announcement, setAnnouncement] = useState('')
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {deliverables.length === 0 ? (
        <EmptyState
          icon={<PackageOpen />}
          title="No deliverables yet"
          text="Work submitted for your approval appears here."
        />
      ) : (
        <ul className="flex flex-col gap-4">
          {deliverables.map((deliverable) => (
            <DeliverableCard
              key={deliverable.id}
              token={token}
              projectId={projectId}
              deliverable={deliverable}
              onDecided={setAnnouncement}
            />
          ))}
        </ul>
      )}
    </>
  )
}
