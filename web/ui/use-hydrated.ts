import { useSyncExternalStore } from 'react'

const noChange = () => () => {}

/** False where a page is prerendered, and in a prerendered page until its script has taken over: nothing can be pressed. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
