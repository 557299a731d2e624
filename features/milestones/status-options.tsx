import { CircleCheck, CircleDashed, CircleDot, Hourglass } from 'lucide-react'
import type { SelectOption } from '#web/ui/select.tsx'
import { MilestoneStatus } from './contract.ts'

const looks: Record<MilestoneStatus, { words: string; icon: typeof CircleDot; style: string }> = {
  pending: { words: 'Pending', icon: CircleDashed, style: 'text-faint' },
  in_progress: { words: 'In progress', icon: CircleDot, style: 'text-blue-ink' },
  completed: { words: 'Completed', icon: CircleCheck, style: 'text-green-ink' },
  delayed: { words: 'Delayed', icon: Hourglass, style: 'text-yellow-ink' },
}

export const statusOptions: SelectOption<MilestoneStatus>[] = MilestoneStatus.options.map((status) => {
  const { words, icon: Icon, style } = looks[status]
  return {
    value: status,
    label: words,
    icon: <Icon aria-hidden className={`icon ${style}`} />,
  }
})
