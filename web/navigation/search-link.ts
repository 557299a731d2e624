import { useDeferredValue, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'

/**
 * The search of a list. It is part of the address (`?q=north`), so Back, Forward, reloading and links restore it.
 * Typing replaces the address rather than adding to the history.
 */
export function useSearchLink(): SearchLink {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const { state } = useLocation()
  const inAddress = parameters.get('q') ?? ''
  const [search, setSearch] = useState(inAddress)
  const [lastInAddress, setLastInAddress] = useState(inAddress)

  // The address lags behind fast typing, so what typing wrote there (REPLACE) never overwrites the box.
  if (inAddress !== lastInAddress) {
    setLastInAddress(inAddress)
    if (navigationType !== 'REPLACE') setSearch(inAddress)
  }

  const type = (text: string) => {
    setSearch(text)
    const next = new URLSearchParams(parameters)
    if (text.trim()) next.set('q', text.trim())
    else next.delete('q')
    void navigate({ search: next.toString() }, { replace: true, state, preventScrollReset: true })
  }

  return { search, setSearch: type, q: useDeferredValue(search.trim()) }
}

export interface SearchLink {
  /** As it is typed. */
  search: string
  setSearch(text: string): void
  /** The search text. */
  q: string
}

export const searchIn = (parameters: URLSearchParams): string => parameters.get('q')?.trim() ?? ''
