import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'

/** Grows with its text, starting at `rows`. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const field = useFieldControl(props)
  return (
    <textarea
      {...props}
      {...field}
      rows={rows}
      className={cx(controlStyle, 'field-sizing-content max-h-96 resize-y px-3 py-2', className)}
      style={{ minHeight: `calc(${rows} * 1.5em + 1rem)`, ...props.style }}
    />
  )
}
