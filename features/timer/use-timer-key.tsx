import { useEffect, useEffectEvent } from 'react'

/** Where a letter is typed, or has a meaning of its own. */
const TYPING =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/** `T` anywhere but where one types. */
export function useTimerKey(press: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event
    if (key.toLowerCase() !== 't' || ctrlKey || metaKey || altKey || repeat || defaultPrevented) return
    if (target instanceof Element && target.closest(TYPING)) return
    event.preventDefault()
    press()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
