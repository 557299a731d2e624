import { useSearchParams } from 'react-router'

/**
 * The status that a list is filtered by. It is part of the address (`?status=overdue`), so that Back and links
 * restore it.
 */
export function useStatusLink<Status extends string>(options: readonly Status[]): Status | undefined {
  const [search] = useSearchParams()
  return statusIn(search, options)
}

export const statusIn = <Status extends string>(
  search: URLSearchParams,
  options: readonly Status[],
): Status | undefined => options.find((status) => status === search.get('status'))
