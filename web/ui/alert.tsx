import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  info: { icon: Info, style: 'border-blue-solid/35 bg-blue-soft text-blue-ink' },
  success: { icon: CircleCheck, style: 'border-green-solid/35 bg-green-soft text-green-ink' },
  warning: { icon: TriangleAlert, style: 'border-yellow-solid/45 bg-yellow-soft text-yellow-ink' },
  error: { icon: CircleAlert, style: 'border-red-solid/35 bg-red-soft text-red-ink' },
}

type AlertProps = {
  tone: keyof typeof tones
  title: ReactNode
  action?: ReactNode
  /** Announced at once, for an alert that responds to what the user just did. */
  live?: boolean
  className?: string
  children?: ReactNode
}

/** Stays on the page until its cause is gone. For anything transient use a toast. */
export function Alert({ tone, title, action, live = false, className, children }: AlertProps) {
  const { icon: Icon, style } = tones[tone]
  return (
    <div
      role={live ? 'alert' : undefined}
      className={cx('flex flex-wrap items-center gap-x-6 gap-y-3 rounded border px-4 py-3', style, className)}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon aria-hidden="true" className="icon mt-0.5" />
        <div className="min-w-0">
          <p className="font-medium">{title}</p>
          {children && <div className="mt-0.5 text-ink">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
