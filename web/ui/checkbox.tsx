import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

export function Checkbox({ label, hint, className, ...props }: CheckboxProps) {
  return (
    <label className={cx('flex w-fit items-start gap-2.5 py-1 touch:min-h-11 touch:py-3', className)}>
      <span className="relative mt-0.5 flex size-4 shrink-0">
        <input
          {...props}
          type="checkbox"
          className="peer size-4 appearance-none rounded-xs border border-edge bg-surface transition-colors checked:border-ink checked:bg-ink hover:border-ink disabled:opacity-50"
        />
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="pointer-events-none absolute inset-0 hidden fill-none stroke-paper stroke-2 peer-checked:block"
        >
          <path d="m4 8.4 2.6 2.6L12 5.4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <ChoiceText label={label} hint={hint} />
    </label>
  )
}

export function ChoiceText({ label, hint }: { label: ReactNode; hint: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="text-body text-ink">{label}</span>
      {hint && <span className="text-meta text-faint">{hint}</span>}
    </span>
  )
}
