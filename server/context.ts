import type { FastifyBaseLogger } from 'fastify'
import { type DateOnly, dateIn } from '#core/calendar.ts'
import { type Db, inTransaction as withTransaction } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Services } from '#server/services.ts'

/** What an action knows without a session. */
export interface PublicContext {
  db: Db
  now: Date
  /** The IP address of the request; null for what no request caused. */
  address: string | null
  log: FastifyBaseLogger
  services: Services
}

/** What every action on an account's data works with: a tenant, an actor and the time. */
export interface Context extends PublicContext {
  accountId: AccountId
  actor: Actor
  timeZone: string
  today: DateOnly
}

export type Actor = { type: 'user'; sessionId: number } | PortalVisitor | { type: 'system' }

/** The client of a freelancer, who opened a portal link. */
export interface PortalVisitor {
  type: 'client'
  clientId: number
  name: string
  accessId: number
  accessExpiresAt: Date
}

/** Which client acts, if one does. */
export const clientOf = ({ actor }: Pick<Context, 'actor'>): number | null =>
  actor.type === 'client' ? actor.clientId : null

/** The checked answer to "who is calling": made from a session, a portal token or a verified webhook only. */
export interface Caller {
  accountId: AccountId
  actor: Actor
  timeZone: string
}

export function contextFor(caller: Caller, base: PublicContext): Context {
  return { ...base, ...caller, today: dateIn(caller.timeZone, base.now) }
}

/** Runs in the transaction that is already open, or opens one. */
export const inTransaction = <C extends PublicContext, Result>(
  ctx: C,
  run: (ctx: C) => Promise<Result>,
): Promise<Result> => withTransaction(ctx.db, (tx) => run({ ...ctx, db: tx }))
