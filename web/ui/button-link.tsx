import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { cx } from './cx.ts'

interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
}

export type ButtonLinkProps = LinkProps & ButtonLook

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={cx(buttonStyle(variant, size), className)} />
}

/** A button that links to a file or another site. */
export function ButtonAnchor({ variant, size, className, ...anchor }: ComponentProps<'a'> & ButtonLook) {
  return <a {...anchor} className={cx(buttonStyle(variant, size), className)} />
}
