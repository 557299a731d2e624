import { CircleCheck, CircleDashed, CircleDot, Hourglass } from 'lucide-react'
import type { SelectOption } from '#web/ui/select.tsx'
import { MilestoneStatus } from './contract.ts'

const styles: Record<MilestoneStatus, { label: string; icon: typeof CircleDot; style: string }> = {
  pending: { label: 'Pending', icon: CircleDashed, style: 'text-faint' },
  in_progress: { label: 'In progress', icon: CircleDot, style: 'text-blue-ink' },
  completed: { label: 'Completed', icon: CircleCheck, style: 'text-green-ink' },
  delayed: { label: 'Delayed', icon: Hourglass, style: 'text-yellow-ink' },
}

export const statusOptions: SelectOption<MilestoneStatus>[] = MilestoneStatus.options.map((status) => {
  const { label, icon: Icon, style } = styles[status]
  return {
    value: status,
    label,
    icon: <Icon aria-hidden className={`icon ${style}`} />,
  }
})
