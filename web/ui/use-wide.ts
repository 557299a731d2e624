import { useSyncExternalStore } from 'react'

/** True where a media query applies now. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )

/** True where the columns of a list fit side by side. Cards take their place on narrower screens. */
export const useIsWide = (): boolean => useMedia('(width >= 80rem)')
