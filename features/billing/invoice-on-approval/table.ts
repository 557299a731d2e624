import type { AccountId } from '#server/identity/account-id.ts'
import type { ApprovalProblemKind } from './contract.ts'

/** The reason why the invoice of an approval was not made, sent or mailed: the last one of each deliverable. */
export interface ApprovalProblemsTable {
  account_id: AccountId
  deliverable_id: number
  kind: ApprovalProblemKind
  reason: string
  /** The invoice that was made, unless none was. */
  invoice_id: number | null
  noticed_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    approval_problems: ApprovalProblemsTable
  }
}
