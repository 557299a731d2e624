import { Check, Clock, MessageSquareText } from 'lucide-react'
import type { ApprovalStatus } from '#features/approvals/contract.ts'
import type { MilestoneStatus } from '#features/milestones/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import type { PortalDeliverable } from './contract.ts'

const decided = {
  approved: { tone: 'green', icon: Check, words: 'Approved' },
  rejected: { tone: 'red', icon: MessageSquareText, words: 'Changes requested' },
} as const

const approvals = { ...decided, pending: { tone: 'yellow', icon: Clock, words: 'Pending approval' } } as const

export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  const { tone, icon: Icon, words } = approvals[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {words}
    </Badge>
  )
}

const deliverables = { ...decided, submitted: { tone: 'blue', icon: Clock, words: 'Submitted' } } as const

export function DeliverableBadge({ status }: { status: PortalDeliverable['status'] }) {
  const { tone, icon: Icon, words } = deliverables[status]
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
      {status.replaceAll('_', ' ')}
    </Badge>
  )
}
