import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The actor of a transaction and its time, for the triggers that keep changes. */
export interface Acting {
  actor: 'user' | 'client' | 'system'
  at: Date
}

const acting = new AsyncLocalStorage<Acting>()

/** Transactions that begin within `run` name the actor. */
export const actAs = <Result>(who: Acting, run: () => Promise<Result>): Promise<Result> =>
  acting.run(who, run)

/** Sent together with `begin`, so that it costs no round trip. */
export function actorStatement(): string {
  const who = acting.getStore()
  if (!who) return ''
  const set = (name: string, value: string) =>
    `set_config('daybook.${name}', ${pg.escapeLiteral(value)}, true)`
  return `; select ${set('actor', who.actor)}, ${set('now', who.at.toISOString())}`
}
