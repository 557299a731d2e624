import { isShortcut } from './use-shortcut.ts'

let wasPressed = false

function note(event: KeyboardEvent): void {
  if (!isShortcut('search', event)) return
  event.preventDefault()
  wasPressed = true
}

/** Notes a press of the search's shortcut until the frame of the app is there to react to it. */
export const noteEarlySearch = (): void => addEventListener('keydown', note)

/** Ends it. True if the search was wanted. */
export function takeEarlySearch(): boolean {
  removeEventListener('keydown', note)
  const isWanted = wasPressed
  wasPressed = false
  return isWanted
}
