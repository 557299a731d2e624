import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import type { MilestoneStatus } from './contract.ts'
import { statusText } from './rules.ts'

const tones: Record<MilestoneStatus, Tone> = {
  pending: 'grey',
  in_progress: 'blue',
  completed: 'green',
  delayed: 'yellow',
}

export function StatusBadge({ status }: { status: MilestoneStatus }) {
  return (
    <Badge tone={tones[status]} className="capitalize">
      {statusText(status)}
    </Badge>
  )
}
