import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './cx.ts'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label' | 'pendingText'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  tooltip?: boolean
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, tooltip = true, variant = 'ghost', size = 'md', className, ...rest } = props
  const square = size === 'sm' ? 'w-8' : size === 'lg' ? 'w-11' : 'w-9'
  const button = (
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
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
