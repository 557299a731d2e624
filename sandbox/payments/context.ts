import type { EventType } from './objects/event.ts'
import type { Seconds } from './objects/wire.ts'
import type { Store } from './state/store.ts'

/** What an operation, run in one transaction, may use. */
export interface Context {
  store: Store
  now: Seconds
  publicUrl: string
  emit(type: EventType, object: object): void
}
