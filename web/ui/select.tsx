import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { controlStyle, optionStyle } from './control-style.ts'
import { cx } from './cx.ts'
import { useFieldControl, useListName } from './field.tsx'

export type SelectOption<Value> = { value: Value; label: string; icon?: ReactNode; disabled?: boolean }

type SelectProps<Value> = {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onValueChange(value: Value): void
  onBlur?: () => void
  placeholder?: string
  id?: string
  name?: string
  disabled?: boolean | undefined
  size?: 'sm' | 'md'
  'aria-label'?: string
  'aria-describedby'?: string
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * A choice of a few. With react-hook-form: `<Controller render={({ field: { onChange, ...field } }) => <Select
 * {...field} onValueChange={onChange} … />}>`.
 */
export function Select<Value extends string | number | boolean | null>(props: SelectProps<Value>) {
  const {
    options,
    value,
    onValueChange,
    onBlur,
    placeholder,
    name,
    disabled,
    size = 'md',
    className,
    ref,
  } = props
  const field = useFieldControl(props)
  const listName = useListName(props)
  const chosen = options.find((option) => option.value === value)

  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      disabled={disabled ?? false}
      {...(name && { name })}
    >
      <Base.Trigger
        {...field}
        ref={ref}
        aria-label={props['aria-label']}
        onBlur={onBlur}
        className={cx(
          controlStyle,
          'flex items-center justify-between gap-2 text-left touch:min-h-11 data-popup-open:border-ink data-disabled:border-hairline data-disabled:bg-sunken data-disabled:text-muted',
          size === 'sm' ? 'h-8 pr-2 pl-2.5' : 'h-9 pr-2.5 pl-3',
          className,
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          {chosen?.icon}
          <Base.Value
            placeholder={placeholder}
            className={cx('truncate', (chosen?.value ?? null) === null && 'text-faint')}
          />
        </span>
        <Base.Icon className="text-faint">
          <ChevronDown aria-hidden="true" className="icon" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal render={<section {...listName} />}>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="popup max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) max-w-(--available-width) overflow-y-auto p-1 outline-none">
            {options.map((option) => (
              <Base.Item
                key={String(option.value)}
                value={option.value}
                disabled={option.disabled ?? false}
                className={optionStyle}
              >
                {option.icon}
                <Base.ItemText className="min-w-0 flex-1 truncate">{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check aria-hidden="true" className="icon" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
