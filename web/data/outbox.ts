import type { QueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { ApiError } from '#web/data/api-error.ts'
import { errorMessage } from '#web/data/change.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { storedList } from '#web/data/stored-list.ts'
import { accountIn } from '#web/data/user-query.ts'
import { isConnected, onConnection } from '#web/offline/connection.ts'
import { toast } from '#web/ui/toast.ts'

const RETRY_MS = 30_000
/** The server remembers a key for a week. After that a repeated request would create a second record. */
const REPEATABLE_MS = 6 * 86_400_000

/** A record that was entered on this device and that the server has not confirmed. */
export interface Unsent<Body> {
  /** The Idempotency-Key of every attempt, so that it is created once. */
  key: string
  account: number
  body: Body
  /** Names it in messages: "2 h on Website". */
  what: string
  /** The first attempt. */
  triedAt: number | null
  /** The server's reason, if it refused the record. It then waits for the person who entered it. */
  refusal: string | null
}

interface OutboxOptions<Body> {
  /** In the browser's storage. */
  name: string
  body: z.ZodType<Body>
  create(body: Body, idempotencyKey: string, queryClient: QueryClient): Promise<unknown>
  /** Called once it no longer waits, to drop what was kept with it. */
  released?(body: Body, outcome: 'sent' | 'discarded'): unknown
  /** Shows no toast once they are saved, since the toast of the record they belong to says so. */
  quiet?: boolean
}

/** No answer says whether a record was created: the same key may be sent again. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [401, 408, 429].includes(error.status)

/** Records that are entered without a connection: stored in this browser, and sent once, in order, when it is back. */
export function outbox<Body>({ name, body, create, released, quiet = false }: OutboxOptions<Body>) {
  const Stored: z.ZodType<Unsent<Body>> = z.object({
    key: z.string(),
    account: z.number(),
    body,
    what: z.string(),
    triedAt: z.number().nullable(),
    refusal: z.string().nullable(),
  })
  const stored = storedList(name, Stored)
  let retry: ReturnType<typeof setTimeout> | undefined

  const own = (queryClient: QueryClient) =>
    stored.get().filter(({ account }) => account === accountIn(queryClient))
  const change = (key: string, changes: Partial<Unsent<Body>>) =>
    stored.set(stored.get().map((unsent) => (unsent.key === key ? { ...unsent, ...changes } : unsent)))
  const remove = (key: string) => stored.set(stored.get().filter((unsent) => unsent.key !== key))

  async function attempt(
    unsent: Unsent<Body>,
    queryClient: QueryClient,
  ): Promise<'sent' | 'refused' | 'unanswered'> {
    const { key, what, triedAt } = unsent
    if (triedAt !== null && Date.now() - triedAt > REPEATABLE_MS) {
      change(key, { refusal: 'It may have been saved already. Please check your entries.' })
      return 'refused'
    }
    change(key, { triedAt: triedAt ?? Date.now() })
    try {
      await create(unsent.body, key, queryClient)
      remove(key)
      void released?.(unsent.body, 'sent')
      return 'sent'
    } catch (error) {
      if (isUnanswered(error)) return 'unanswered'
      const refusal = error instanceof Error ? errorMessage(error) : ''
      change(key, { refusal })
      toast.error(`${what} was not saved`, refusal)
      return 'refused'
    }
  }

  /** One tab at a time; the keys make every record count once even if two should send it. */
  async function send(queryClient: QueryClient): Promise<void> {
    clearTimeout(retry)
    await navigator.locks.request(name, async () => {
      const sent: string[] = []
      for (;;) {
        const next = own(queryClient).find(({ refusal }) => refusal === null)
        const outcome = next && isConnected() ? await attempt(next, queryClient) : undefined
        if (next && outcome === 'sent') sent.push(next.what)
        if (outcome === 'unanswered') retry = setTimeout(() => void send(queryClient), RETRY_MS)
        if (outcome === undefined || outcome === 'unanswered') break
      }
      if (sent.length === 0) return
      if (!quiet)
        toast.success(
          sent.length === 1 ? `${sent[0]} was saved` : `${sent.length} waiting entries have been saved`,
        )
      await refreshBooks(queryClient)
    })
  }

  return {
    /**
     * Creates the record now or, if there is no answer, as soon as there is. Gives null in that case. `keepRest` keeps
     * what is not in the body, such as files.
     */
    async createOrKeep<Result>(
      queryClient: QueryClient,
      what: string,
      body: Body,
      createNow: (idempotencyKey: string) => Promise<Result>,
      keepRest?: () => Promise<void>,
    ): Promise<Result | null> {
      const key = crypto.randomUUID()
      const account = accountIn(queryClient)
      const triedAt = isConnected() ? Date.now() : null
      try {
        if (triedAt !== null) return await createNow(key)
      } catch (error) {
        if (error instanceof ApiError || account === undefined) throw error
      }
      if (account === undefined) throw new Error('There is nobody to keep it for')
      await keepRest?.()
      stored.set([...stored.get(), { key, account, body, what, triedAt, refusal: null }])
      if (triedAt !== null) retry = setTimeout(() => void send(queryClient), RETRY_MS)
      return null
    },

    /** Sends what follows from a record that was just created. With a key that waits already, nothing is added. */
    keep(queryClient: QueryClient, key: string, what: string, body: Body): void {
      const account = accountIn(queryClient)
      if (account === undefined || stored.get().some((unsent) => unsent.key === key)) return
      stored.set([...stored.get(), { key, account, body, what, triedAt: null, refusal: null }])
      void send(queryClient)
    },

    useUnsent(account: number | undefined): readonly Unsent<Body>[] {
      const all = useSyncExternalStore(stored.subscribe, stored.get, stored.get)
      return useMemo(() => all.filter((unsent) => unsent.account === account), [all, account])
    },

    /** Sends what waits now and whenever the connection is back. Returns what ends it. */
    follow(queryClient: QueryClient): () => void {
      if (own(queryClient).length > 0) void send(queryClient)
      const unsubscribe = onConnection(
        (isBack) => isBack && own(queryClient).length > 0 && void send(queryClient),
      )
      return () => {
        unsubscribe()
        clearTimeout(retry)
      }
    },

    /** Tries a refused record again, on request. */
    tryAgain(queryClient: QueryClient, key: string): void {
      change(key, { refusal: null, triedAt: null })
      void send(queryClient)
    },

    /** Sends something else instead of a record that was refused or not tried yet. */
    replace(queryClient: QueryClient, key: string, what: string, body: Body): void {
      const next = { key: crypto.randomUUID(), what, body, refusal: null, triedAt: null }
      change(key, next)
      void send(queryClient)
    },

    discard(key: string): void {
      const unsent = stored.get().find((one) => one.key === key)
      remove(key)
      if (unsent) void released?.(unsent.body, 'discarded')
    },
  }
}
