import { cx } from '#web/ui/cx.ts'
import { type ShortcutName, shownKeys } from '#web/ui/shortcuts.ts'

/** The first keys of a shortcut, such as `Ctrl K`. A screen reader hears them from `aria-keyshortcuts`. */
export function Keys({ of, className }: { of: ShortcutName; className?: string }) {
  const [keys = []] = shownKeys(of)
  return (
    <span aria-hidden="true" className={cx('font-sans text-micro whitespace-nowrap text-faint', className)}>
      {keys.join(keys[0] === '⌘' ? '' : ' ')}
    </span>
  )
}
