import { useEffect } from 'react'
import { serverNow } from '#web/data/server-clock.ts'
import { useShortcut } from '#web/keyboard/use-shortcut.ts'
import { keptPress } from './rules/kept-press.ts'

/** The key of the timer. The timer itself is loaded after the page. */
export function useTimerKey(onPress: () => void): void {
  useShortcut('timer', () => {
    timerPresses.press(new Date(serverNow()))
    onPress()
  })
  useEffect(() => () => timerPresses.forget(), [])
}

/** Presses, from the frame of the page to the timer. */
export const timerPresses = keptPress()
