import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { serverNow } from '#web/data/server-clock.ts'
import { storedList } from '#web/data/stored-list.ts'
import { keptPress } from './rules/kept-press.ts'

/** Elements in which a letter is typed, or has a meaning of its own. */
const TYPING =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

const keysTurnedOff = storedList('daybook:keys-off', z.literal('timer'))

/**
 * The setting of the key `T`, which starts and stops the timer in this browser. It can be turned off, since speech
 * input types letters.
 */
export function useTimerKeySetting(): [isOn: boolean, turn: (on: boolean) => void] {
  const off = useSyncExternalStore(keysTurnedOff.subscribe, keysTurnedOff.get)
  return [off.length === 0, (on) => keysTurnedOff.set(on ? [] : ['timer'])]
}

/** `T` anywhere but where one types. The timer itself is loaded after the page. */
export function useTimerKey(onPress: () => void): void {
  const [isOn] = useTimerKeySetting()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event
    if (!isOn || key.toLowerCase() !== 't' || ctrlKey || metaKey || altKey || repeat || defaultPrevented)
      return
    if (target instanceof Element && target.closest(TYPING)) return
    event.preventDefault()
    timerPresses.press(new Date(serverNow()))
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', listen)
      timerPresses.forget()
    }
  }, [])
}

/** Presses, from the frame of the page to the timer. */
export const timerPresses = keptPress()
