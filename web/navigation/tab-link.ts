import { useSearchParams } from 'react-router'

/**
 * The open tab. It is part of the address (`?tab=time`), so that it can be linked to; the first tab needs no parameter.
 * Switching tabs adds nothing to the history. Of the rest of the address, what is named in `kept` stays.
 */
export function useTabLink<Name extends string>(
  names: readonly [first: Name, ...others: Name[]],
  kept: readonly string[] = [],
): [Name, (tab: Name) => void] {
  const [search, setSearch] = useSearchParams()
  const [first] = names
  const tab = names.find((name) => name === search.get('tab')) ?? first
  const setTab = (next: Name) => {
    const stays = [...search].filter(([name]) => kept.includes(name))
    setSearch(next === first ? stays : [...stays, ['tab', next]], { replace: true, preventScrollReset: true })
  }
  return [tab, setTab]
}
