import { useId } from 'react'
import { cx } from './cx.ts'

const tones = {
  ink: 'fill-ink',
  green: 'fill-green-solid',
  yellow: 'fill-yellow-solid',
  red: 'fill-red-solid',
}

type ProgressBarProps = {
  label: string
  value: number
  max: number
  /** Shown at the right and announced: "3 / 5", "12 / ∞". */
  valueText: string
  tone?: keyof typeof tones
  hideLabel?: boolean
  className?: string
}

/** A share of a whole. Above the maximum it is full; with a maximum of 0 or less it is empty, and quiet if there is nothing to count. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, value, max, valueText, tone = 'ink', hideLabel = false, className } = props
  const id = useId()
  const isQuiet = max === 0
  const percent = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3 text-meta', hideLabel && 'sr-only')}>
        <span id={id} className={cx('text-balance', isQuiet ? 'text-faint' : 'text-muted')}>
          {label}
        </span>
        <span className={cx('whitespace-nowrap tabular-nums', isQuiet ? 'text-faint' : 'font-medium')}>
          {valueText}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={valueText}
        className={cx(
          'overflow-hidden rounded-full bg-sunken',
          isQuiet ? 'h-px' : 'h-1.5 forced-colors:outline',
        )}
      >
        {/* Its width is an attribute, since the Content-Security-Policy refuses styles in a rendered page. */}
        <svg aria-hidden="true" className="block size-full">
          <rect
            width={`${percent}%`}
            height="100%"
            rx="3"
            className={cx('transition-[width] forced-colors:fill-[CanvasText]', tones[tone])}
          />
        </svg>
      </div>
    </div>
  )
}
