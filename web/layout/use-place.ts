import { useLocation } from 'react-router'

/** Screens that are reached from another one. */
const PART_OF: Record<string, string> = { '/bill': '/invoices', '/recurring-invoices': '/invoices' }

/** The address among these to which the shown screen belongs. */
export function usePlace(places: readonly { to: string }[]): string | undefined {
  const { pathname } = useLocation()
  const placeOf = (path = '') => places.find(({ to }) => path === to || path.startsWith(`${to}/`))?.to
  return placeOf(pathname) ?? placeOf(PART_OF[pathname])
}
