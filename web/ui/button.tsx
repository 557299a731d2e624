import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { cx } from './cx.ts'
import { useHydrated } from './use-hydrated.ts'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows progress and ignores presses. The button stays focusable, so that keyboard focus is not lost. */
  pending?: boolean | undefined
  /** Replaces the label while pending, such as "Saving…". Without it the label stays. */
  pendingText?: string
}

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'md',
    pending = false,
    pendingText,
    type = 'button',
    onClick,
    className,
    children,
    ...rest
  } = props
  const isHydrated = useHydrated()

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={pending || !isHydrated || rest['aria-disabled']}
      aria-busy={pending || undefined}
      className={cx(buttonStyle(variant, size), pending && 'cursor-progress', className)}
    >
      {pending && pendingText === undefined ? (
        <>
          <span className="invisible inline-flex items-center gap-2">{children}</span>
          <span className="sr-only">, in progress</span>
          <span aria-hidden="true" className="spinner absolute size-4" />
        </>
      ) : pending ? (
        <>
          <span aria-hidden="true" className="spinner size-4" />
          {pendingText}
        </>
      ) : (
        children
      )}
    </button>
  )
}
