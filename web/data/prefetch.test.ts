import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { mayBeSignedIn } from './prefetch.ts'
import { USER_QUERY } from './user-query.ts'

test('nothing is requested ahead for a visitor without a session', () => {
  const queryClient = new QueryClient()
  const [page, visitorsPage] = [{ dataset: {} }, { dataset: { session: 'none' } }]
  expect(mayBeSignedIn(queryClient, page)).toBe(true)
  expect(mayBeSignedIn(queryClient, visitorsPage)).toBe(false)
  queryClient.setQueryData(USER_QUERY.queryKey, { id: 1 })
  expect(mayBeSignedIn(queryClient, visitorsPage)).toBe(true)
  queryClient.setQueryData(USER_QUERY.queryKey, null)
  expect(mayBeSignedIn(queryClient, page)).toBe(false)
})
