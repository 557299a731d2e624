import { createContext, use, useSyncExternalStore } from 'react'

/** True where a media query applies now. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )

/** True where a field that gets focus brings up a keyboard on the screen. */
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches

/** Set around lists that share the width of the page with a column beside them. */
export const HasColumnBeside = createContext(false)

/** True where the columns of a list fit side by side. Cards take their place where there is less room. */
export function useIsWide(): boolean {
  return useMedia(use(HasColumnBeside) ? '(width >= 102rem)' : '(width >= 80rem)')
}
