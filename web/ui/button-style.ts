import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

/** Without it, the main action looks like any other where the system forces its colors. */
const FORCED_FILL =
  'forced-colors:forced-color-adjust-none forced-colors:bg-[ButtonText]! forced-colors:text-[ButtonFace]'

const variants: Record<ButtonVariant, string> = {
  primary: `bg-accent text-on-accent hover:bg-accent-strong ${FORCED_FILL}`,
  secondary: 'border border-edge/45 bg-surface text-ink hover:border-edge hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  danger: `bg-red-fill text-on-accent hover:bg-red-fill-strong ${FORCED_FILL}`,
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-meta',
  md: 'h-9 px-3.5 text-body',
  lg: 'h-11 px-5 text-lead',
}

export function buttonStyle(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return cx(
    'relative inline-flex shrink-0 items-center justify-center gap-2 rounded font-medium whitespace-nowrap select-none',
    'transition-colors touch:min-h-11 disabled:pointer-events-none disabled:opacity-50 data-disabled:pointer-events-none data-disabled:opacity-50',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
}
