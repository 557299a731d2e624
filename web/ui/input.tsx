import type { ComponentProps } from 'react'
import { controlStyle, lineStyle, lockedStyle } from './control-style.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

export type InputProps = ComponentProps<'input'>

export function Input({ className, type = 'text', ...props }: InputProps) {
  const field = useFieldControl(props)
  return (
    <input
      {...props}
      {...field}
      type={type}
      className={cx(controlStyle, lockedStyle, lineStyle, className)}
    />
  )
}
