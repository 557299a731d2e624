import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Focuses the field that the address names, as in `#business-name`. For a form that has loaded. */
export function useFieldHash(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus()
  }, [hash])
}
