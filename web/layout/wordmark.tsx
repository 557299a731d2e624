import { cx } from '#web/ui/cx.ts'

export function Wordmark({ className }: { className?: string }) {
  return (
    <span
      className={cx('inline-flex items-center gap-2.5 font-serif font-semibold tracking-tight', className)}
    >
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-[1.15em] shrink-0">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path d="M7.5 7.5h2.5v17H7.5zM12.5 7.5h4a8.5 8.5 0 0 1 0 17h-4z" className="fill-on-accent" />
      </svg>
      Daybook
    </span>
  )
}
