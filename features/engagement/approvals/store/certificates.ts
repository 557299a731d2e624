import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'

/** The account number comes from the code and is verified by finding the decision. */
export const findByCode = (db: Db, claimedAccount: number, code: string) =>
  db
    .selectFrom('decisions')
    .innerJoin('accounts', 'accounts.id', 'decisions.account_id')
    .leftJoin('businesses', 'businesses.account_id', 'decisions.account_id')
    .select([
      'decisions.account_id',
      'decisions.code',
      'decisions.subject_type',
      'decisions.content',
      'decisions.decision',
      'decisions.feedback',
      'decisions.decided_at',
      'decisions.client_id',
      'decisions.client_name',
      'decisions.on_behalf_of',
      'decisions.business_name',
      'decisions.portal_access_id',
      'decisions.link_created_at',
      'decisions.file_sha256',
      'decisions.file_name',
      'decisions.file_size',
      'decisions.file_type',
      sql<boolean>`decisions.document is not null`.as('is_file_pending'),
      'accounts.currency',
      'accounts.locale',
      'accounts.time_zone',
      'businesses.country',
    ])
    .where(sql<SqlBool>`decisions.account_id = ${claimedAccount}`)
    .where('decisions.code', '=', code)
    .executeTakeFirst()
