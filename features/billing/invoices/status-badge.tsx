import { Ban, CircleAlert, CircleCheck, FilePen, Send } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { InvoiceStatus } from './contract/invoice.ts'
import { statusLabel } from './rules/status.ts'

const looks: Record<InvoiceStatus, { tone: Tone; icon: typeof Send }> = {
  draft: { tone: 'grey', icon: FilePen },
  sent: { tone: 'blue', icon: Send },
  paid: { tone: 'green', icon: CircleCheck },
  overdue: { tone: 'red', icon: CircleAlert },
  cancelled: { tone: 'grey', icon: Ban },
}

export function StatusBadge({ status }: { status: InvoiceStatus }) {
  const { tone, icon: Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {statusLabel[status]}
    </Badge>
  )
}

export const statusOptions: SelectOption<InvoiceStatus>[] = InvoiceStatus.options.map((status) => {
  const Icon = looks[status].icon
  return {
    value: status,
    label: statusLabel[status],
    icon: <Icon aria-hidden className="icon text-muted" />,
  }
})
