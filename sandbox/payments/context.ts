import type { EventType } from './objects/event.ts'
import type { Seconds } from './objects/wire.ts'
import type { Store } from './state/store.ts'

/** The context of an operation in one transaction. */
export interface Context {
  store: Store
  now: Seconds
  publicUrl: string
  emit(type: EventType, object: object): void
}
