import { Check, Clock, MessageSquareText } from 'lucide-react'
import type { ApprovalStatus } from '#features/approvals/contract.ts'
import { verdictLabel } from '#features/approvals/rules.ts'
import type { MilestoneStatus } from '#features/milestones/contract.ts'
import { statusText } from '#features/milestones/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const approvals = {
  approved: { tone: 'green', icon: Check, words: verdictLabel.approved },
  rejected: { tone: 'red', icon: MessageSquareText, words: verdictLabel.rejected },
  pending: { tone: 'yellow', icon: Clock, words: 'Pending approval' },
} as const

export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  const { tone, icon: Icon, words } = approvals[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {words}
    </Badge>
  )
}

const milestones: Record<MilestoneStatus, Tone> = {
  pending: 'grey',
  in_progress: 'blue',
  completed: 'green',
  delayed: 'yellow',
}

export function MilestoneBadge({ status }: { status: MilestoneStatus }) {
  return (
    <Badge tone={milestones[status]} className="capitalize">
      {statusText(status)}
    </Badge>
  )
}
