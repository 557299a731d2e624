import { cx } from '#web/ui/cx.ts'

export function Wordmark({ className }: { className?: string }) {
  return (
    <span
      className={cx('inline-flex items-center gap-2.5 font-serif font-semibold tracking-tight', className)}
    >
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-[1.15em] shrink-0">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path d="M9 7.5h9.2c4.3 0 7.3 3.3 7.3 8.5s-3 8.5-7.3 8.5H9z" className="fill-on-accent" />
        <path
          d="M13 12.5h7M13 16h8.5M13 19.5h7"
          strokeWidth="1.8"
          strokeLinecap="round"
          className="stroke-accent"
        />
      </svg>
      Daybook
    </span>
  )
}
