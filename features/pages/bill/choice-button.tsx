import { cx } from '#web/ui/cx.ts'

type ChoiceButtonProps = { label: string; isChosen: boolean; onClick(): void }

/** One of a few, of which one is chosen. */
export function ChoiceButton({ label, isChosen, onClick }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cx(
        'flex h-8 items-center rounded px-2.5 text-meta font-medium transition-colors max-sm:px-2 touch:h-11',
        isChosen ? 'bg-sunken text-ink' : 'text-muted hover:text-ink',
      )}
    >
      {label}
    </button>
  )
}
