import type { ComponentProps } from 'react'
import { controlStyle } from './control-style.ts'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'
import { useHydrated } from './use-hydrated.ts'

/** Grows with its text, starting at `rows`. With one row it is as high as an Input. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const field = useFieldControl(props)
  // Until then nothing would keep what is typed, and the Content-Security-Policy refuses styles in HTML.
  const isHydrated = useHydrated()
  return (
    <textarea
      {...props}
      {...field}
      rows={rows}
      readOnly={!isHydrated || props.readOnly}
      className={cx(
        controlStyle,
        'max-h-96 px-3',
        isHydrated && 'field-sizing-content',
        rows === 1 ? 'min-h-9 resize-none py-1.5 touch:min-h-11 touch:py-2' : 'resize-y py-2',
        className,
      )}
      style={{
        ...(isHydrated && rows > 1 && { minHeight: `calc(${rows}lh + 1rem + 2px)` }),
        ...props.style,
      }}
    />
  )
}
