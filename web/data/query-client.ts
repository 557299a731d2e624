import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, hasCode } from '#web/data/api-error.ts'
import { logFailure } from '#web/data/log.ts'
import { USER_QUERY } from '#web/data/user-query.ts'

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/**
 * The cache of server responses. `onSignedOut` is called when any query or change finds that the session has ended.
 */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut(client)
    else if (hasCode(error, 'account_changed')) location.assign('/')
    else if (hasCode(error, 'account_closing'))
      void client.invalidateQueries({ queryKey: USER_QUERY.queryKey }, { cancelRefetch: false })
    else logFailure(error)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (count, error) => count < 2 && !isRefusal(error) },
      // Offline, a change fails with a message instead of waiting in a tab that may be closed.
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
