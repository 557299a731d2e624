import { cx } from './cx.ts'

/** Text that a person wrote, set off from its surroundings. */
export function Quote({ className, children }: { className?: string; children: string }) {
  return (
    <blockquote
      dir="auto"
      className={cx('border-l-2 border-hairline pl-3 wrap-anywhere whitespace-pre-line', className)}
    >
      {children}
    </blockquote>
  )
}
