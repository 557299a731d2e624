import { Check, Clock, FilePen, MessageSquareText } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import type { DeliverableStatus } from './contract.ts'
import { statusLabel } from './rules.ts'

const looks = {
  draft: { tone: 'grey', icon: FilePen },
  submitted: { tone: 'blue', icon: Clock },
  approved: { tone: 'green', icon: Check },
  rejected: { tone: 'red', icon: MessageSquareText },
} as const

export function StatusBadge({ status }: { status: DeliverableStatus }) {
  const { tone, icon: Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {statusLabel[status]}
    </Badge>
  )
}
