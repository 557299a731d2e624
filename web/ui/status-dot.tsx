import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Tone } from './tone.ts'

const tones: Record<Tone, string> = {
  green: 'bg-green-solid',
  red: 'bg-red-solid',
  blue: 'bg-blue-solid',
  yellow: 'bg-yellow-solid',
  grey: 'bg-grey-solid',
}

/** An unobtrusive status: a dot and its label. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', tones[tone])} />
      {children}
    </span>
  )
}
