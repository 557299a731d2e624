import type { Generated } from 'kysely'
import type { AccountId } from '#server/identity/account-id.ts'

export type NumberedKind = 'invoice'

/** The last number of each kind of document. */
export interface NumberSeriesTable {
  account_id: AccountId
  kind: NumberedKind
  last_number: number
  /** Where the freelancer wants the series to begin. */
  first_number: Generated<number>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    number_series: NumberSeriesTable
  }
}
