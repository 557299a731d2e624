import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './cx.ts'

export type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label' | 'pendingText'> & {
  /** The accessible name. */
  label: string
  icon: ReactNode
}

/** Without a tooltip: where what the button does is clear, and where tooltips are not loaded. */
export function PlainIconButton(props: IconButtonProps) {
  const { label, icon, variant = 'ghost', size = 'md', className, ...rest } = props
  const square = size === 'sm' ? 'w-8' : size === 'lg' ? 'w-11' : 'w-9'
  return (
    <Button
      {...rest}
      variant={variant}
      size={size}
      aria-label={label}
      className={cx(
        square,
        'px-0 touch:min-w-11',
        variant === 'ghost' && 'text-muted hover:text-ink',
        className,
      )}
    >
      {icon}
    </Button>
  )
}
