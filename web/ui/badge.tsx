import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Tone } from './tone.ts'

const tones: Record<Tone, string> = {
  green: 'bg-green-soft text-green-ink',
  red: 'bg-red-soft text-red-ink',
  blue: 'bg-blue-soft text-blue-ink',
  yellow: 'bg-yellow-soft text-yellow-ink',
  grey: 'bg-grey-soft text-grey-ink',
}

type BadgeProps = { tone?: Tone; icon?: ReactNode; className?: string; children: ReactNode }

export function Badge({ tone = 'grey', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-[22px] w-fit shrink-0 items-center gap-1 rounded-sm px-1.5 text-micro font-medium whitespace-nowrap forced-colors:border [&_svg]:size-3.5 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
