import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { userQuery } from '#features/foundation/account/client.ts'
import type { TimeEntry } from '#features/work/time-entries/contract.ts'
import { call } from '#web/data/api.ts'
import { ApiError, hasCode } from '#web/data/api-error.ts'
import { errorMessage } from '#web/data/change.ts'
import { watchEvents } from '#web/data/events.ts'
import { logFailure } from '#web/data/log.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { serverNow } from '#web/data/server-clock.ts'
import { storedList } from '#web/data/stored-list.ts'
import { toast } from '#web/ui/toast.ts'
import { type StoppedTimer, Timer, type TimerState, timerApi } from './contract.ts'
import { loggedText } from './rules/clock.ts'
import { Press, type ShownTimer, timerAfter, type Work } from './rules/presses.ts'

/** Kept up to date by events, so it does not become stale. */
export const timerQuery = queryOptions({
  queryKey: ['timer'],
  queryFn: () => call(timerApi.get),
  staleTime: Number.POSITIVE_INFINITY,
})

const presses = storedList('daybook-timer-presses', Press)

/** True if the last attempt to send presses failed. */
let unreachable = false
const reachability = new Set<() => void>()

function setUnreachable(next: boolean): void {
  if (unreachable === next) return
  unreachable = next
  for (const changed of reachability) changed()
}

function subscribeReachability(changed: () => void): () => void {
  reachability.add(changed)
  return () => reachability.delete(changed)
}

/** The running timer, including presses without a connection. Undefined until it is known. */
export function useTimer(): { timer: ShownTimer | null | undefined; unsent: boolean } {
  const { data } = useQuery(timerQuery)
  const account = useQuery(userQuery).data?.id
  const stored = useSyncExternalStore(presses.subscribe, presses.get)
  const lost = useSyncExternalStore(subscribeReachability, () => unreachable)
  return useMemo(() => {
    const waiting = stored.filter((press) => press.account === account)
    const unknown = data === undefined && waiting.length === 0
    return {
      timer: unknown ? undefined : timerAfter(data ?? null, waiting),
      unsent: lost && waiting.length > 0,
    }
  }, [data, account, stored, lost])
}

/** The actions of the timer. All of them work at once, and reach the server as soon as there is a connection. */
export function useTimerActions() {
  const queryClient = useQueryClient()
  return useMemo(() => actionsOn(queryClient), [queryClient])
}

function actionsOn(queryClient: QueryClient) {
  const shown = () => timerAfter(queryClient.getQueryData(timerQuery.queryKey) ?? null, own(queryClient))
  const press = (made: MadePress) => {
    const account = queryClient.getQueryData(userQuery.queryKey)?.id
    if (account === undefined) return
    presses.set([...presses.get(), { ...made, key: crypto.randomUUID(), account }])
    void sendPresses(queryClient)
  }
  const start = (work: Work, at = new Date(serverNow())) => {
    // The last stop can no longer be taken back.
    if (stopToast) toast.dismiss(stopToast)
    press({ kind: 'start', at: at.getTime(), work })
  }
  return {
    start,
    stop: (at = new Date(serverNow())) =>
      press({ kind: 'stop', at: at.getTime(), timer: shown()?.saved ?? null }),
    change: (change: TimerChange) => changeTimer(queryClient, change),
    discard: () => discardTimer(queryClient, shown()),
    running: shown,
  }
}

type MadePress =
  | Omit<Extract<Press, { kind: 'start' }>, 'key' | 'account'>
  | Omit<Extract<Press, { kind: 'stop' }>, 'key' | 'account'>

const own = (queryClient: QueryClient): readonly Press[] => {
  const account = queryClient.getQueryData(userQuery.queryKey)?.id
  return presses.get().filter((press) => press.account === account)
}

const RETRY_MS = 30_000
let retry: ReturnType<typeof setTimeout> | undefined
/** Changes and presses reach the server in the order in which they were made. */
let last: Promise<unknown> = Promise.resolve()

function inOrder<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = last.then(run, run)
  last = result.catch(() => undefined)
  return result
}

/** One tab at a time sends what is waiting; the keys make every press count once even if two should. */
export const sendPresses = (queryClient: QueryClient): Promise<void> =>
  inOrder(() => navigator.locks.request('daybook-timer', () => sendWaiting(queryClient)))

async function sendWaiting(queryClient: QueryClient): Promise<void> {
  clearTimeout(retry)
  for (;;) {
    const [press] = own(queryClient)
    if (!press) return setUnreachable(false)
    try {
      await sendPress(queryClient, press)
    } catch (error) {
      if (mayWorkLater(error)) {
        setUnreachable(true)
        retry = setTimeout(() => void sendPresses(queryClient), RETRY_MS)
        return
      }
      await showRefusal(queryClient, press, error)
    }
    presses.set(presses.get().filter(({ key }) => key !== press.key))
  }
}

const mayWorkLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [401, 408, 429].includes(error.status)

async function sendPress(queryClient: QueryClient, press: Press): Promise<void> {
  if (press.kind === 'stop') return showStopped(queryClient, await sendStop(queryClient, press))
  const { project_id, description, is_billable } = press.work
  const before = queryClient.getQueryData(timerQuery.queryKey)
  const timer = await call(timerApi.start, {
    body: { project_id, description, is_billable, started_at: new Date(press.at).toISOString() },
    idempotencyKey: press.key,
  })
  setTimer(queryClient, timer)
  if (before) void refreshBooks(queryClient)
}

async function sendStop(
  queryClient: QueryClient,
  press: Extract<Press, { kind: 'stop' }>,
): Promise<StoppedTimer> {
  const known = press.timer ?? queryClient.getQueryData(timerQuery.queryKey) ?? null
  const send = (ifMatch: number | null) =>
    call(timerApi.stop, {
      body: { stopped_at: new Date(press.at).toISOString() },
      ifMatch,
      idempotencyKey: press.key,
    })
  try {
    return await send(known?.version ?? null)
  } catch (error) {
    // Its description may have been changed elsewhere. Another timer is not what was to be stopped.
    const current = hasCode(error, 'version_conflict') ? readTimer(error.body.current) : undefined
    if (!current || current.id !== known?.id) throw error
    return send(current.version)
  }
}

const readTimer = (wire: unknown): Timer | undefined => {
  const read = Timer.safeParse(wire)
  return read.success ? read.data : undefined
}

type StopNote = (entries: readonly TimeEntry[], onSaved: () => void) => ReactNode

let stopNote: StopNote | undefined
let stopToast: string | undefined

/** The field in the toast of a stop that takes a note on what was done. Returns what ends it. */
export function registerStopNote(next: StopNote): () => void {
  stopNote = next
  return () => {
    if (stopNote === next) stopNote = undefined
  }
}

function showStopped(queryClient: QueryClient, { time_entries }: StoppedTimer): void {
  setTimer(queryClient, null)
  const hours = time_entries.reduce((sum, entry) => sum + entry.hours, 0)
  const days = time_entries.length > 1 ? ` over ${time_entries.length} days` : ''
  const undo = {
    label: 'Undo',
    isUndo: true as const,
    run: () => void resumeTimer(queryClient, time_entries),
  }
  const isLogged = time_entries.length > 0
  const shown: string = toast.success(
    `${loggedText(hours)} logged${days}`,
    time_entries[0]?.project_name,
    isLogged ? undo : undefined,
    isLogged && stopNote?.(time_entries, () => toast.dismiss(shown)),
  )
  stopToast = shown
  void refreshBooks(queryClient)
}

async function resumeTimer(queryClient: QueryClient, entries: readonly TimeEntry[]): Promise<void> {
  await inOrder(async () => {
    try {
      const body = { time_entry_ids: entries.map(({ id }) => id) }
      setTimer(queryClient, await call(timerApi.resume, { body }))
    } catch (error) {
      toast.error('Failed to undo', error instanceof Error ? errorMessage(error) : undefined)
    }
  })
  void refreshBooks(queryClient)
}

/** Drops a refused press: the timer is shown as it really is, and the message says why. */
async function showRefusal(queryClient: QueryClient, press: Press, error: unknown): Promise<void> {
  await queryClient.refetchQueries({ queryKey: timerQuery.queryKey })
  if (hasCode(error, 'timer_not_running', 'version_conflict')) {
    toast.info('The timer was already stopped', 'It was stopped in another window or on another device.')
    return void refreshBooks(queryClient)
  }
  const needsProject = hasCode(error, 'project_cancelled', 'project_deleted')
  if (needsProject && press.kind === 'stop') {
    for (const ask of projectAskers) ask(new Date(press.at))
  }
  const title = press.kind === 'start' ? 'The timer was not started' : 'The timer was not stopped'
  toast.error(title, error instanceof Error ? errorMessage(error) : undefined)
}

const projectAskers = new Set<(stoppedAt: Date) => void>()

/** Called when time cannot be logged because its project is gone. Returns what ends it. */
export function onProjectMissing(ask: (stoppedAt: Date) => void): () => void {
  projectAskers.add(ask)
  return () => projectAskers.delete(ask)
}

export type TimerChange = Partial<Work> & { started_at?: Date }

async function changeTimer(queryClient: QueryClient, change: TimerChange): Promise<void> {
  await sendPresses(queryClient)
  const waiting = own(queryClient).findLast(({ kind }) => kind === 'start')
  if (waiting?.kind === 'start') {
    const { started_at, ...work } = change
    const changed: Press = {
      ...waiting,
      at: started_at?.getTime() ?? waiting.at,
      work: { ...waiting.work, ...work },
    }
    return presses.set(presses.get().map((press) => (press.key === waiting.key ? changed : press)))
  }
  await inOrder(async () => {
    const before = queryClient.getQueryData(timerQuery.queryKey)
    if (!before) return
    queryClient.setQueryData(timerQuery.queryKey, { ...before, ...change })
    const { started_at, project_id, description, is_billable } = change
    try {
      const body = { project_id, description, is_billable, started_at: started_at?.toISOString() }
      setTimer(queryClient, await call(timerApi.update, { body, ifMatch: before.version }))
    } catch (error) {
      queryClient.setQueryData(timerQuery.queryKey, before)
      await showFailure(queryClient, 'The timer was not changed', error)
    }
  })
}

async function discardTimer(queryClient: QueryClient, timer: ShownTimer | null): Promise<boolean> {
  await sendPresses(queryClient)
  const waiting = own(queryClient)
  if (waiting.some(({ kind }) => kind === 'start')) {
    const from = waiting.findLastIndex(({ kind }) => kind === 'start')
    const dropped = new Set(waiting.slice(from).map(({ key }) => key))
    presses.set(presses.get().filter(({ key }) => !dropped.has(key)))
    return true
  }
  return inOrder(async () => {
    const ifMatch = queryClient.getQueryData(timerQuery.queryKey)?.version ?? timer?.saved?.version ?? null
    try {
      await call(timerApi.discard, { ifMatch })
      setTimer(queryClient, null)
      return true
    } catch (error) {
      await showFailure(queryClient, 'The timer was not discarded', error)
      return false
    }
  })
}

async function showFailure(queryClient: QueryClient, title: string, error: unknown): Promise<void> {
  if (error instanceof ApiError) await queryClient.refetchQueries({ queryKey: timerQuery.queryKey })
  else logFailure(error)
  const outdated = hasCode(error, 'version_conflict', 'timer_not_running')
  const reason = error instanceof Error ? errorMessage(error) : undefined
  toast.error(title, outdated ? 'It was changed elsewhere in the meantime.' : reason)
}

let channel: BroadcastChannel | undefined

function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel('daybook-timer')
  return channel
}

/** Shows a timer that the server answered, in the other tabs, too. */
function setTimer(queryClient: QueryClient, timer: Timer | null): void {
  queryClient.setQueryData(timerQuery.queryKey, timer)
  tabs().postMessage(timer)
}

/** Until then a browser has better use for its few connections. */
const FIRST_LOAD_MS = 3000

/** Follows what other tabs and devices do, and sends what is waiting. Returns what ends it. */
export function followTimer(queryClient: QueryClient): () => void {
  const send = () => void sendPresses(queryClient)
  const shown = () => !document.hidden && own(queryClient).length > 0 && send()
  const follow = ({ data }: MessageEvent<Timer | null>) => {
    const before = queryClient.getQueryData(timerQuery.queryKey)
    queryClient.setQueryData(timerQuery.queryKey, data)
    if (before && before.id !== data?.id) refreshShown(queryClient)
  }
  let unwatch: (() => void) | undefined
  const watch = setTimeout(() => {
    unwatch = watchEvents(timerApi.events, (state) => void compare(queryClient, state))
  }, FIRST_LOAD_MS)
  tabs().addEventListener('message', follow)
  addEventListener('online', send)
  document.addEventListener('visibilitychange', shown)
  if (own(queryClient).length > 0) send()
  return () => {
    clearTimeout(watch)
    unwatch?.()
    clearTimeout(retry)
    tabs().removeEventListener('message', follow)
    removeEventListener('online', send)
    document.removeEventListener('visibilitychange', shown)
  }
}

/** Reads the timer again if it is not the one shown; what this tab is changing itself, its response will show. */
async function compare(queryClient: QueryClient, state: TimerState): Promise<void> {
  await last
  const before = queryClient.getQueryData(timerQuery.queryKey)
  if (before === undefined || (before?.id === state?.id && before?.version === state?.version)) return
  await queryClient.refetchQueries({ queryKey: timerQuery.queryKey })
  if (before && before.id !== state?.id) refreshShown(queryClient)
}

/** A hidden tab reads what changed when it is shown again. */
function refreshShown(queryClient: QueryClient): void {
  if (document.hidden) void queryClient.invalidateQueries({ queryKey: ['time-entries'], refetchType: 'none' })
  else void refreshBooks(queryClient)
}
