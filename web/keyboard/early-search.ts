let wasPressed = false

/** The keys of `search` in web/ui/shortcuts.ts, which is not loaded yet. */
function note(event: KeyboardEvent): void {
  if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  wasPressed = true
}

/** Notes that the search is wanted until the frame of the app is there to open it. */
export const noteEarlySearch = (): void => addEventListener('keydown', note)

/** Ends it. True if the search was wanted. */
export function takeEarlySearch(): boolean {
  removeEventListener('keydown', note)
  const isWanted = wasPressed
  wasPressed = false
  return isWanted
}
