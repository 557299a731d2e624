import { useSyncExternalStore } from 'react'

const noChange = () => () => {}

/** False while prerendering, and in a prerendered page until it is hydrated: until then controls do nothing. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
