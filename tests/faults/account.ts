import type { Person } from '#tests/people.ts'

/** A freelancer as the load knows them. */
export interface Account {
  id: number
  person: Person
}
