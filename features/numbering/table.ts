import type { AccountId } from '#server/identity/account-id.ts'

export type NumberedKind = 'invoice'

/** The last number of each kind of document. */
export interface NumberSeriesTable {
  account_id: AccountId
  kind: NumberedKind
  last_number: number
}

declare module '#server/database/tables.ts' {
  interface Tables {
    number_series: NumberSeriesTable
  }
}
