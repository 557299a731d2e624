import { useSyncExternalStore } from 'react'

/** Where the columns of a list fit side by side. Cards take their place on narrower screens. */
const WIDE = '(width >= 80rem)'

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const wide = matchMedia(WIDE)
      wide.addEventListener('change', onChange)
      return () => wide.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
  )
