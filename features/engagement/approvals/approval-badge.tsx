import { Check, Clock, MessageSquareText } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import type { ApprovalStatus } from './contract/decisions.ts'
import { verdictLabel } from './rules/decisions.ts'

const looks = {
  approved: { tone: 'green', icon: Check, label: verdictLabel.approved },
  rejected: { tone: 'red', icon: MessageSquareText, label: verdictLabel.rejected },
  pending: { tone: 'yellow', icon: Clock, label: 'Pending approval' },
} as const

export function ApprovalBadge({ status }: { status: ApprovalStatus }) {
  const { tone, icon: Icon, label } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {label}
    </Badge>
  )
}
