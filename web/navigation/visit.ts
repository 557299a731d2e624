import type { Location } from 'react-router'

/** The number of times this tab was sent to the app. A reload, or coming back from elsewhere, does not count. */
const load = countLoads()

function countLoads(): number {
  const key = 'daybook-loads'
  try {
    const before = Number(sessionStorage.getItem(key))
    const [navigation] = performance.getEntriesByType('navigation')
    const isNew = !(navigation instanceof PerformanceNavigationTiming) || navigation.type === 'navigate'
    const count = isNew ? before + 1 : before
    sessionStorage.setItem(key, String(count))
    return count
  } catch {
    return 0
  }
}

/**
 * Names a visit of a page, so that Back and a reload find again how it was left. To the router, the first page of every load
 * is one and the same.
 */
export const visitOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === 'default' ? `${load} ${pathname}${search}` : key
