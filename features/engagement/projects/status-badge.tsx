import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import type { ProjectStatus } from './contract.ts'
import { statusText } from './rules.ts'

const TONES: Record<ProjectStatus, Tone> = {
  active: 'green',
  completed: 'blue',
  on_hold: 'yellow',
  cancelled: 'grey',
}

export function StatusBadge({ status }: { status: ProjectStatus }) {
  return (
    <Badge tone={TONES[status]} className="capitalize">
      {statusText(status)}
    </Badge>
  )
}
