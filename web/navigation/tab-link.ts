import { useSearchParams } from 'react-router'

/**
 * The open tab. It is part of the address (`?tab=time`), so that it can be linked to; the first tab needs no parameter.
 * Switching tabs adds nothing to the history.
 */
export function useTabLink<Name extends string>(
  names: readonly [first: Name, ...others: Name[]],
): [Name, (tab: Name) => void] {
  const [search, setSearch] = useSearchParams()
  const [first] = names
  const tab = names.find((name) => name === search.get('tab')) ?? first
  const setTab = (next: Name) =>
    setSearch(next === first ? {} : { tab: next }, { replace: true, preventScrollReset: true })
  return [tab, setTab]
}
