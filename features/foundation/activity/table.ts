import type { Actor } from '#server/context.ts'
import type { Identity, Json } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ActivitySubject } from './contract.ts'
import type { StoredActivity } from './rules/descriptions.ts'
import type { EventType } from './rules/events.ts'

/** Events in the order they happened. Rows are only added; removing a client empties `data`. */
export interface ActivitiesTable {
  account_id: AccountId
  id: Identity
  type: EventType
  actor: Actor['type']
  data: Json<NonNullable<StoredActivity['data']>> | null
  subject_type: ActivitySubject['type'] | null
  subject_id: number | null
  /** The client that the event names. */
  client_id: number | null
  /** The removal that undoes it, which is kept for a day. */
  removal_id: number | null
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    activities: ActivitiesTable
  }
}
