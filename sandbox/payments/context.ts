import type { EventType } from './objects/event.ts'
import type { Seconds } from './objects/wire.ts'
import type { Store } from './state/store.ts'

/** What an operation, run in one transaction, may use. */
export interface Context {
  store: Store
  now: Seconds
  /** Wall-clock time, which is never moved. */
  realNow: Seconds
  publicUrl: string
  request: { id: string | null; idempotency_key: string | null }
  emit(type: EventType, object: object, before?: object): void
}
