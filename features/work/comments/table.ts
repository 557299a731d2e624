import type { Identity } from '#server/database/tables.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { AuthorType } from './contract.ts'

export interface CommentsTable {
  account_id: AccountId
  id: Identity
  project_id: number
  /** The project's client when the comment was written. */
  client_id: number | null
  /** With its version, unless it is on the project as a whole. */
  deliverable_id: number | null
  version: number | null
  author_type: AuthorType
  author_name: string
  content: string
  is_internal: boolean
  search: string
  created_at: Date
  edited_at: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    comments: CommentsTable
  }
}
