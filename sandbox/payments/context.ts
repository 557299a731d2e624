import type { EventType } from './objects/event.ts'
import type { Seconds } from './objects/wire.ts'
import type { Store } from './state/store.ts'

/** What one piece of work, done in one transaction, may use. */
export interface Context {
  store: Store
  now: Seconds
  /** Wall-clock time, which nobody turns. */
  realNow: Seconds
  publicUrl: string
  request: { id: string | null; idempotency_key: string | null }
  emit(type: EventType, object: object, before?: object): void
}
