import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export function headingOf(main: HTMLElement | null): HTMLElement | null {
  const heading = main?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  return heading ?? main
}

/** State of a navigation by a control that stays and is used again, such as Next. */
export const KEEP_FOCUS = { keepsFocus: true }

/** Moves focus to the new page's heading, so that screen readers announce the page change, unless the address names a field. */
export function useFocusOnArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash, state } = useLocation()
  const keepsFocus = state?.keepsFocus === true || hash !== ''
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!keepsFocus) headingOf(main.current)?.focus({ preventScroll: true })
  }, [pathname, keepsFocus])

  return main
}
