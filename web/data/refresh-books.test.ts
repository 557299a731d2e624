import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { refreshAll, refreshBooks } from './refresh-books.ts'

/** A query whose responses arrive when the test says so. */
function delayedQuery() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
  onTestFinished(() => queryClient.clear())
  const requests: PromiseWithResolvers<string>[] = []
  const query = {
    queryKey: ['unbilled'],
    queryFn: () => {
      const request = Promise.withResolvers<string>()
      requests.push(request)
      return request.promise
    },
  }
  const respond = async (index: number, data: string) => {
    requests[index]?.resolve(data)
    await new Promise(setImmediate)
  }
  const cached = () => queryClient.getQueryData(query.queryKey)
  return { queryClient, query, requests, respond, cached }
}

for (const [name, refresh] of Object.entries({ refreshBooks, refreshAll })) {
  test(`${name} sends a prefetch in flight again`, async () => {
    const { queryClient, query, requests, respond, cached } = delayedQuery()
    const prefetched = queryClient.ensureQueryData(query)
    void refresh(queryClient)
    await respond(0, 'before the change')
    expect(cached()).toBeUndefined()
    await respond(1, 'after the change')
    expect([cached(), await prefetched]).toEqual(['after the change', 'after the change'])
    expect(requests).toHaveLength(2)
  })

  test(`${name} sends the first request of an observed query again`, async () => {
    const { queryClient, query, requests, respond, cached } = delayedQuery()
    onTestFinished(new QueryObserver(queryClient, query).subscribe(() => undefined))
    void refresh(queryClient)
    await respond(0, 'before the change')
    await respond(1, 'after the change')
    expect(cached()).toBe('after the change')
    expect(requests).toHaveLength(2)
  })
}

test('a prefetch in flight that fails after a change is requested by the screen', async () => {
  const { queryClient, query, requests } = delayedQuery()
  const prefetched = queryClient.ensureQueryData(query)
  void refreshBooks(queryClient)
  requests[1]?.reject(new Error('Not now'))
  await expect(prefetched).rejects.toThrow('Not now')
  onTestFinished(new QueryObserver(queryClient, query).subscribe(() => undefined))
  expect(requests).toHaveLength(3)
})
