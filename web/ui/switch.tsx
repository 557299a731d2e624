import { type ComponentProps, type ReactNode, useId } from 'react'
import { ChoiceText, choiceNames } from './checkbox.tsx'
import { cx } from './cx.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode; hint?: ReactNode }

export function Switch({ label, hint, className, ...props }: SwitchProps) {
  const id = useId()
  return (
    <label className={cx('flex w-fit items-start gap-3 py-1 touch:py-3', className)}>
      <span className="relative flex h-5 w-9 shrink-0">
        <input
          {...props}
          {...choiceNames(id, hint)}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
          role="switch"
          className="peer h-5 w-9 appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-ink checked:bg-ink hover:border-ink disabled:opacity-50 forced-colors:forced-color-adjust-none forced-colors:border-[ButtonText] forced-colors:bg-[Canvas] forced-colors:checked:bg-[Highlight]"
        />
        <span className="pointer-events-none absolute top-[3px] left-[3px] size-3.5 rounded-full bg-edge transition-[translate,background-color] peer-checked:translate-x-4 peer-checked:bg-paper forced-colors:forced-color-adjust-none forced-colors:bg-[ButtonText] forced-colors:peer-checked:bg-[HighlightText]" />
      </span>
      <ChoiceText id={id} label={label} hint={hint} />
    </label>
  )
}
