import { cx } from './cx.ts'

type SpinnerProps = { text?: string; className?: string }

/** A loading indicator whose text is shown and announced. */
export function Spinner({ text = 'Loading...', className }: SpinnerProps) {
  return (
    <p role="status" className={cx('flex items-center gap-3 text-body text-muted', className)}>
      <span aria-hidden="true" className="spinner size-4" />
      {text}
    </p>
  )
}
