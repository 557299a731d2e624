import { useSearchParams } from 'react-router'

/** The status that a list is narrowed to. It has an address (`?status=overdue`), so that Back and links lead to it. */
export function useStatusLink<Status extends string>(options: readonly Status[]): Status | undefined {
  const [search] = useSearchParams()
  return statusIn(search, options)
}

export const statusIn = <Status extends string>(
  search: URLSearchParams,
  options: readonly Status[],
): Status | undefined => options.find((status) => status === search.get('status'))
