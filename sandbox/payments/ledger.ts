import type { DatabaseSync } from 'node:sqlite'
import { type Due, nextBillingDue, nextDue } from './billing/due.ts'
import type { Context } from './context.ts'
import { newId } from './objects/ids.ts'
import type { Seconds } from './objects/wire.ts'
import { inTransaction } from './state/database.ts'
import { createStore, type Owner, type Store } from './state/store.ts'
import { areSentByHand, isSent, queueDelivery } from './webhooks/queue.ts'

export interface ClockChange {
  /** Milliseconds that the sandbox's clock is ahead of the machine's. */
  offset: number
  now: Date
}

type ClockListener = (change: ClockChange) => void | Promise<void>

export interface Ledger {
  store: Store
  /** The ledger with the objects of another owner. */
  forOwner(owner: Owner): Ledger
  now(): Date
  /** The machine's time, which is never moved. */
  realNow(): Date
  clockOffset(): number
  /** Runs in one transaction. Its webhooks are sent after the commit. */
  change<T>(work: (context: Context) => T): T
  read<T>(work: (context: Context) => T): T
  /** Runs everything that is due by now. */
  catchUp(): void
  moveClockTo(date: Date): Promise<void>
  nextDueAt(): Date | undefined
  nextBillingAt(): Date | undefined
  onClockChange(listener: ClockListener): void
  onCommit(listener: () => void): void
}

export function openLedger(db: DatabaseSync, options: { now: () => Date; publicUrl: string }): Ledger {
  const store = createStore(db)
  const clockListeners: ClockListener[] = []
  const commitListeners: (() => void)[] = []
  const clockOffset = () => Number(store.fact('clock offset') ?? 0)
  const now = () => new Date(options.now().getTime() + clockOffset())

  function contextAt(at: Seconds, owner: Owner): Context {
    const objects = store.forOwner(owner)
    return {
      store: objects,
      now: at,
      publicUrl: options.publicUrl,
      emit(type, object) {
        const event = objects.insert('event', {
          id: newId('event'),
          object: 'event',
          ...(owner === null ? {} : { account: owner }),
          created: at,
          data: { object },
          type,
        })
        if (!areSentByHand(store) && isSent(store, owner, type)) {
          queueDelivery(db, event.id, options.now().getTime())
        }
      },
    }
  }

  function change<T>(owner: Owner, work: (context: Context) => T): T {
    const result = inTransaction(db, () => work(contextAt(seconds(now()), owner)))
    known = undefined
    for (const committed of commitListeners) committed()
    return result
  }

  /** Searching everything on each request would get slower with every simulated year. */
  let known: { due: Due | undefined } | undefined
  function soonest(): Due | undefined {
    known ??= { due: nextDue(store) }
    return known.due
  }

  /** Each due item runs in its own transaction and at its own time, so that a crash between two loses neither. */
  function runDueUntil(limit: Date): boolean {
    const due = soonest()
    if (!due || due.at > seconds(limit)) return false
    inTransaction(db, () => {
      if (due.at > seconds(now())) setOffset(due.at * 1000)
      due.run(contextAt(due.at, due.owner))
    })
    known = undefined
    return true
  }

  function setOffset(to: number): number {
    const offset = to - options.now().getTime()
    store.setFact('clock offset', String(offset))
    return offset
  }

  const ledgerOf = (owner: Owner): Ledger => ({
    store: store.forOwner(owner),
    forOwner: ledgerOf,
    now,
    realNow: options.now,
    clockOffset,
    change: (work) => change(owner, work),
    read: (work) => work(contextAt(seconds(now()), owner)),
    catchUp() {
      let ran = false
      while (runDueUntil(now())) ran = true
      if (ran) for (const committed of commitListeners) committed()
    },
    async moveClockTo(date) {
      if (date < now()) throw new Error('The clock of the payment sandbox moves forward only')
      while (runDueUntil(date));
      const offset = setOffset(date.getTime())
      for (const listener of clockListeners) await listener({ offset, now: date })
      for (const committed of commitListeners) committed()
    },
    nextDueAt: () => dateOf(soonest()),
    nextBillingAt: () => dateOf(nextBillingDue(store)),
    onClockChange: (listener) => void clockListeners.push(listener),
    onCommit: (listener) => void commitListeners.push(listener),
  })
  return ledgerOf(null)
}

const dateOf = (due: Due | undefined): Date | undefined => due && new Date(due.at * 1000)

const seconds = (date: Date): Seconds => Math.floor(date.getTime() / 1000)
