import { onlineManager, QueryClient } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#web/data/api-error.ts'
import { outbox } from '#web/data/outbox.ts'
import { USER_QUERY } from '#web/data/user-query.ts'

const ADA = 1
let answers: (() => Promise<string>)[]
let sent: [body: string, key: string][]

const create = (body: string, key: string): Promise<string> => {
  sent.push([body, key])
  return answers.shift()?.() ?? Promise.resolve('created')
}
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = () => Promise.reject(new ApiError(422, { error: 'This project is cancelled' }))

function openOutbox(account = ADA) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(USER_QUERY.queryKey, { id: account })
  const box = outbox({ name: 'unsent-notes', body: z.string(), create })
  const { result } = renderHook(() => box.useUnsent(account))
  return {
    ...box,
    queryClient,
    unsent: () => result.current,
    add: (body: string) => box.createOrKeep(queryClient, body, body, (key) => create(body, key)),
  }
}

/** The simulated browser has no locks. */
let last: Promise<unknown> = Promise.resolve()
const locks = {
  request: (_name: string, run: () => unknown) => {
    last = last.then(run)
    return last
  },
}

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  answers = []
  sent = []
  localStorage.clear()
  onlineManager.setOnline(true)
})

afterEach(() => onlineManager.setOnline(true))

test('what is entered without a connection is sent in order when it is back, also after a reload', async () => {
  onlineManager.setOnline(false)
  const before = openOutbox()
  expect(await before.add('one')).toBeNull()
  expect(await before.add('two')).toBeNull()
  expect(sent).toEqual([])

  const { queryClient, follow, unsent } = openOutbox()
  const end = follow(queryClient)
  expect(unsent()).toHaveLength(2)
  onlineManager.setOnline(true)
  await waitFor(() => expect(unsent()).toEqual([]))
  expect(sent.map(([body]) => body)).toEqual(['one', 'two'])
  end()
})

test('a record whose response was lost is repeated with its key', async () => {
  answers = [lost]
  const { add, follow, queryClient, unsent } = openOutbox()
  expect(await add('one')).toBeNull()
  const end = follow(queryClient)
  await waitFor(() => expect(unsent()).toEqual([]))
  const [first, second] = sent
  expect(sent).toHaveLength(2)
  expect(second).toEqual(first)
  end()
})

test('a refused record stays until it is discarded, and holds nothing up', async () => {
  onlineManager.setOnline(false)
  const { add, follow, discard, queryClient, unsent } = openOutbox()
  await add('one')
  await add('two')
  answers = [refused]
  const end = follow(queryClient)
  onlineManager.setOnline(true)
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(unsent()).toMatchObject([{ body: 'one', refusal: 'This project is cancelled' }]))
  discard(unsent()[0]?.key ?? '')
  await waitFor(() => expect(unsent()).toEqual([]))
  end()
})

test('a refusal at once is an error, and nothing waits', async () => {
  answers = [refused]
  const { add, unsent } = openOutbox()
  await expect(add('one')).rejects.toThrow('This project is cancelled')
  expect(unsent()).toEqual([])
})

test('what one account entered is not sent for another', async () => {
  onlineManager.setOnline(false)
  await openOutbox().add('one')
  const { follow, queryClient, unsent } = openOutbox(2)
  const end = follow(queryClient)
  onlineManager.setOnline(true)
  expect(unsent()).toEqual([])
  await navigator.locks.request('unsent-notes', () => undefined)
  expect(sent).toEqual([])
  end()
})

test('a record that was tried more than a week ago is not sent blindly', async () => {
  const unsentNote = { key: 'k', account: ADA, body: 'one', what: 'one', triedAt: 0, refusal: null }
  localStorage.setItem('unsent-notes', JSON.stringify([unsentNote]))
  const { follow, queryClient, unsent } = openOutbox()
  const end = follow(queryClient)
  await waitFor(() => expect(unsent()[0]?.refusal).toMatch(/may have been saved already/))
  expect(sent).toEqual([])
  end()
})
