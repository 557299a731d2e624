import type { AccountId } from '#server/identity/account-id.ts'
import type { TourStep } from './contract.ts'

/** The freelancer's step of the tour. No row until it is started. */
export interface ToursTable {
  account_id: AccountId
  step: TourStep
  finished_at: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    tours: ToursTable
  }
}
