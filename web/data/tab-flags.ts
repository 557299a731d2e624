import { useSyncExternalStore } from 'react'

/** Flags that this browser tab keeps across reloads, and other tabs do not know. */
type TabFlag = 'tour'

const listeners = new Set<() => void>()

const keyOf = (flag: TabFlag) => `daybook-${flag}`

const isTabFlagSet = (flag: TabFlag): boolean => sessionStorage.getItem(keyOf(flag)) !== null

export function setTabFlag(flag: TabFlag, isSet: boolean): void {
  if (isSet) sessionStorage.setItem(keyOf(flag), 'shown')
  else sessionStorage.removeItem(keyOf(flag))
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export const useTabFlag = (flag: TabFlag): boolean =>
  useSyncExternalStore(subscribe, () => isTabFlagSet(flag))
