import { useEffect, useEffectEvent } from 'react'
import { isSingleKey, SHORTCUTS, type ShortcutName } from '#web/ui/shortcuts.ts'
import { useSingleKeys } from './single-keys.ts'

const OVERLAY = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'
/** Elements in which a character is typed, or has a meaning of its own. */
const TYPING = `input, textarea, select, [contenteditable], ${OVERLAY}`

/** Calls on a press of the shortcut anywhere on the page: a single key not where one types, and none within a dialog. */
export function useShortcut(name: ShortcutName, onPress: () => void): void {
  const [hasSingleKeys] = useSingleKeys()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.defaultPrevented) return
    const key = SHORTCUTS[name].keys.find((one) => isPressed(one, event))
    if (key === undefined || (isSingleKey(key) && !hasSingleKeys)) return
    if (isTaken(event.target, isSingleKey(key) ? TYPING : OVERLAY)) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** A dialog that is closing has the focus for a moment longer, but no use for the key. */
function isTaken(target: EventTarget | null, takers: string): boolean {
  const taker = target instanceof Element ? target.closest(takers) : null
  return taker !== null && !taker.hasAttribute('data-closed')
}

function isPressed(keys: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const parts = keys.split('+')
  return (
    parts.at(-1)?.toLowerCase() === key.toLowerCase() &&
    ctrlKey === parts.includes('Control') &&
    metaKey === parts.includes('Meta') &&
    !altKey
  )
}
