import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** A box without visible words is named by `aria-label` instead. */
  label?: ReactNode
  hint?: ReactNode
  /** Neither on nor off, such as for a group of which some are chosen. */
  indeterminate?: boolean
}

export function Checkbox({ label, hint, indeterminate, className, ...props }: CheckboxProps) {
  const id = useId()
  return (
    <label className={cx('flex w-fit items-start gap-2.5 py-1 touch:py-3', className)}>
      <span className="relative my-0.5 flex size-4 shrink-0">
        <input
          {...(indeterminate !== undefined && { ref: setIndeterminate(indeterminate) })}
          {...props}
          {...(label !== undefined && choiceNames(id, hint))}
          type="checkbox"
          className="peer absolute -inset-1 size-6 appearance-none rounded-sm forced-colors:inset-0 forced-colors:size-4 forced-colors:appearance-auto"
        />
        <span className="pointer-events-none absolute inset-0 rounded-xs border border-edge bg-surface transition-colors peer-checked:border-ink peer-checked:bg-ink peer-indeterminate:border-ink peer-indeterminate:bg-ink peer-hover:border-ink peer-disabled:opacity-50 forced-colors:hidden" />
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="pointer-events-none absolute inset-0 hidden fill-none stroke-paper stroke-2 peer-checked:block peer-indeterminate:block forced-colors:hidden!"
        >
          <path
            d={indeterminate ? 'M4.5 8h7' : 'm4 8.4 2.6 2.6L12 5.4'}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
      {label !== undefined && <ChoiceText id={id} label={label} hint={hint} />}
    </label>
  )
}

/** It is a property of the element only. */
const setIndeterminate = (isSo: boolean) => (input: HTMLInputElement | null) => {
  if (input) input.indeterminate = isSo
}

/** For the control next to a ChoiceText: the label names it, the hint describes it. */
export const choiceNames = (id: string, hint: ReactNode) => ({
  'aria-labelledby': `${id}label`,
  'aria-describedby': hint ? `${id}hint` : undefined,
})

export function ChoiceText({ id, label, hint }: { id: string; label: ReactNode; hint: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span id={`${id}label`} className="text-body text-ink">
        {label}
      </span>
      {hint && (
        <span id={`${id}hint`} className="text-meta text-faint">
          {hint}
        </span>
      )}
    </span>
  )
}
