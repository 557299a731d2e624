import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { clear, createStore, delMany, entries, setMany, type UseStore } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import { isLong } from '#web/data/refresh-books.ts'
import { accountIn, USER_QUERY } from '#web/data/user-query.ts'
import { pageVersion } from '#web/offline/new-version.ts'

type KeptQuery = DehydratedState['queries'][number]

/** One response of the server as this browser keeps it. */
interface Kept {
  account: number
  /** The app's version: another one may expect other data. */
  version: string
  query: KeptQuery
}

/** The parts of the books that may be kept. Nothing with a key to something: no sessions, links of the portal or files. */
const KEPT = new Set<unknown>([
  'attention',
  'business',
  'checklist',
  'client-page',
  'clients',
  'dashboard',
  'expenses',
  'invoices',
  'milestones',
  'money',
  'month-totals',
  'projects',
  'reports',
  'subscription',
  'time-entries',
  'timer',
  'unbilled',
  'unread',
  'usage',
  'user',
])

const SAVE_DELAY_MS = 2_000
const MAX_AGE_MS = 30 * 86_400_000
const MAX_KEPT = 300

let opened: UseStore | undefined

/** Undefined where the browser keeps nothing, such as in a private window, or has no room left. */
async function inStore<Result>(use: (store: UseStore) => Promise<Result>): Promise<Result | undefined> {
  try {
    opened ??= createStore('daybook-last-known', 'responses')
    return await use(opened)
  } catch {
    return undefined
  }
}

const versionOfApp = (): string => pageVersion() ?? 'development'

const isKept = ({ queryKey, state: { data } }: Query): boolean =>
  KEPT.has(queryKey[0]) && data !== undefined && !(data instanceof Blob) && !isLong(data)

/** Keeps what the server answers for this account, for the next time that it cannot be reached. Returns what ends it. */
export function keepLastKnown(queryClient: QueryClient, account: number): () => void {
  const changed = new Set<string>()
  let saving: ReturnType<typeof setTimeout> | undefined

  const save = () => {
    saving = undefined
    const hashes = new Set(changed)
    changed.clear()
    if (accountIn(queryClient) !== account) return
    const { queries } = dehydrate(queryClient, {
      shouldDehydrateQuery: (query) => hashes.has(query.queryHash) && isKept(query),
    })
    const kept = queries.map((query): [string, Kept] => [
      `${account} ${query.queryHash}`,
      { account, version: versionOfApp(), query: asSuccess(query) },
    ])
    void inStore((store) => setMany(kept, store))
  }
  const note = (query: Query) => {
    if (!isKept(query)) return
    changed.add(query.queryHash)
    saving ??= setTimeout(save, SAVE_DELAY_MS)
  }

  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) note(query)
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query)
  })
  void dropUseless(account)
  addEventListener('pagehide', save)
  return () => {
    unsubscribe()
    clearTimeout(saving)
    removeEventListener('pagehide', save)
  }
}

/** A failed refetch does not make the data worse. */
const asSuccess = ({ promise, ...query }: KeptQuery): KeptQuery => ({
  ...query,
  state: { ...query.state, status: 'success', error: null, fetchStatus: 'idle', fetchFailureReason: null },
})

/** Removes data of other accounts and versions, and more or older than anyone looks for. */
async function dropUseless(account: number): Promise<void> {
  const all = await readAll()
  const useful = all.filter(([, kept]) => isUseful(kept) && kept.account === account)
  const newest = useful.toSorted(([, one], [, other]) => ageOf(one) - ageOf(other)).slice(0, MAX_KEPT)
  const stays = new Set(newest.map(([key]) => key))
  const dropped = all.map(([key]) => key).filter((key) => !stays.has(key))
  await inStore((store) => delMany(dropped, store))
}

const ageOf = ({ query }: Kept): number => Date.now() - query.state.dataUpdatedAt

const isUseful = (kept: Kept): boolean =>
  kept?.version === versionOfApp() && typeof kept.query?.queryHash === 'string' && ageOf(kept) < MAX_AGE_MS

const readAll = async (): Promise<[string, Kept][]> =>
  (await inStore((store) => entries<string, Kept>(store))) ?? []

/** Shows what was kept last, since the server cannot be asked. Returns the user, if there is one. */
export async function showLastKnown<User extends { id: number }>(
  queryClient: QueryClient,
): Promise<User | null> {
  const kept = (await readAll()).map(([, value]) => value).filter(isUseful)
  const user = kept.find(({ query }) => query.queryKey[0] === USER_QUERY.queryKey[0])
  if (!user) return null
  const queries = kept
    .filter(({ account, query }) => account === user.account && query !== user.query)
    .map(({ query }) => query)
  hydrate(queryClient, { queries, mutations: [] })
  return user.query.state.data as User
}

/** Before anybody else uses this browser. */
export const forgetLastKnown = (): Promise<void> => inStore((store) => clear(store))

const isOnScreen = ({ queryKey, state }: Query): boolean =>
  !ALWAYS_FRESH.has(queryKey[0]) && state.data !== undefined

/** Cached until they change, so their age says nothing. */
const ALWAYS_FRESH = new Set<unknown>(['user', 'subscription', 'timer'])

/** The time of the oldest response that is shown now, in milliseconds. */
export function useKnownSince(): number | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const shown = cache.findAll({ type: 'active', predicate: isOnScreen })
      return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
    },
  )
}
