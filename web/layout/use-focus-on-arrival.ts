import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export function headingOf(main: HTMLElement | null): HTMLElement | null {
  const heading = main?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  return heading ?? main
}

/** Moves focus to the new page's heading, so that screen readers announce the page change. */
export function useFocusOnArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    headingOf(main.current)?.focus({ preventScroll: true })
  }, [pathname])

  return main
}
