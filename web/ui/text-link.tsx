import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'

export const linkStyle =
  'rounded-xs font-medium text-ink underline decoration-edge underline-offset-4 transition-colors hover:decoration-ink'

export function TextLink({ className, ...link }: LinkProps) {
  return <Link {...link} className={cx(linkStyle, className)} />
}

/** Opens another site in a new tab, and says so. */
export function ExternalLink({ className, children, ...link }: ComponentProps<'a'>) {
  return (
    <a {...link} target="_blank" rel="noreferrer" className={cx(linkStyle, className)}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
