import { cx } from '#web/ui/cx.ts'
import { isSingleKey, type ShortcutName, shownKeys } from '#web/ui/shortcuts.ts'
import { useSingleKeys } from './single-keys.ts'

/** The first keys of a shortcut, such as `Ctrl K`. A screen reader hears them from `aria-keyshortcuts`. */
export function Keys({ of, className }: { of: ShortcutName; className?: string }) {
  const [hasSingleKeys] = useSingleKeys()
  const [keys = []] = shownKeys(of)
  if (!hasSingleKeys && keys.every(isSingleKey)) return null
  return (
    <span
      aria-hidden="true"
      className={cx('touch:hidden font-sans text-micro whitespace-nowrap text-faint', className)}
    >
      {keys.join(keys[0] === '⌘' ? '' : ' ')}
    </span>
  )
}
