import { Check, Clock, FilePen, MessageSquareText } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import type { DeliverableStatus } from './contract.ts'

const looks = {
  draft: { tone: 'grey', icon: FilePen, words: 'Draft' },
  submitted: { tone: 'blue', icon: Clock, words: 'Submitted' },
  approved: { tone: 'green', icon: Check, words: 'Approved' },
  rejected: { tone: 'red', icon: MessageSquareText, words: 'Changes requested' },
} as const

export function StatusBadge({ status }: { status: DeliverableStatus }) {
  const { tone, icon: Icon, words } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {words}
    </Badge>
  )
}
