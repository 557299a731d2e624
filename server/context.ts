import type { FastifyBaseLogger } from 'fastify'
import { type DateOnly, dateIn } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { actAs } from '#server/database/acting.ts'
import { type Db, inSavepoint, inTransaction as withTransaction } from '#server/database/database.ts'
import { isTransient } from '#server/database/transient.ts'
import { HttpError, reasonOf } from '#server/errors.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Services } from '#server/services.ts'

/** The context of an action without an account. */
export interface PublicContext {
  db: Db
  now: Date
  /** The IP address of the request; null outside requests. */
  address: string | null
  /** For a download: aborted when the caller has closed the connection. */
  signal?: AbortSignal | undefined
  log: FastifyBaseLogger
  services: Services
}

/** The context of an action on an account's data: tenant, actor and time. */
export interface Context extends PublicContext {
  accountId: AccountId
  actor: Actor
  timeZone: string
  today: DateOnly
  /** The account's home currency. */
  currency: Currency
  /** In which the account's amounts are written. */
  locale: string
  isDemo: boolean
}

export type Actor = { type: 'user'; sessionId: number } | ClientActor | { type: 'system' }

/** A client of the freelancer, or a contact of one, who opened a link. */
export interface ClientActor {
  type: 'client'
  clientId: number
  clientName: string
  /** Null if the link is the client's own. */
  contactId: number | null
  /** The name of the contact, or of the client. */
  name: string
  /** In which this visitor reads dates and amounts. Documents and mails keep that of the context. */
  locale: string
  accessId: number
  accessCreatedAt: Date
  accessExpiresAt: Date
  /** Only a visit marks anything as seen. A preview is the freelancer's look at what the client sees, and changes nothing. */
  purpose: 'visit' | 'prefetch' | 'preview'
}

/** The acting client's id, if the actor is a client. */
export const clientOf = ({ actor }: Pick<Context, 'actor'>): number | null =>
  actor.type === 'client' ? actor.clientId : null

/** The client whose portal link is in use. */
export function visitorOf({ actor }: Pick<Context, 'actor'>): ClientActor {
  if (actor.type !== 'client') throw new Error('The actor is not a client')
  return actor
}

/** The caller. Created only from a checked session, link, job or webhook. */
export interface Caller {
  accountId: AccountId
  actor: Actor
  timeZone: string
  currency: Currency
  locale: string
  isDemo: boolean
}

/** A demo reaches no service that others would notice. */
export function contextFor(caller: Caller, base: PublicContext): Context {
  const services = caller.isDemo ? base.services.inDemo : base.services
  return { ...base, ...caller, services, today: dateIn(caller.timeZone, base.now) }
}

/** Runs in the transaction that is already open, or opens one. */
export const inTransaction = <C extends PublicContext, Result>(
  ctx: C,
  run: (ctx: C) => Promise<Result>,
): Promise<Result> => {
  const begin = () => withTransaction(ctx.db, (tx) => run({ ...ctx, db: tx }))
  return ctx.db.isTransaction ? begin() : actAs({ actor: actorOf(ctx), at: ctx.now }, begin)
}

const actorOf = (ctx: PublicContext & Partial<Pick<Context, 'actor'>>): Actor['type'] =>
  ctx.actor?.type ?? 'system'

/** The result of an attempt, or the reason for its refusal, in words for the freelancer. */
export type Attempt<Result> = { done: Result } | { refused: string }

/**
 * Does something along with a change that counts in any case, such as a client's decision: if it fails, it is undone alone.
 * Call it in the transaction of the change, which fails as a whole only where repeating it may help, as after a deadlock.
 */
export async function attempt<Result>(
  tx: Pick<Context, 'db' | 'log'>,
  run: () => Promise<Result>,
): Promise<Attempt<Result>> {
  try {
    return { done: await inSavepoint(tx.db, run) }
  } catch (error) {
    if (error instanceof HttpError) return { refused: reasonOf(error) }
    if (error instanceof Error && isTransient(error)) throw error
    tx.log.error({ err: error }, 'attempt failed')
    return { refused: 'Something went wrong in Daybook.' }
  }
}
