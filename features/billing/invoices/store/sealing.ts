import { sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import { foldCase } from '#core/text.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { invoiceNumber } from '../rules/status.ts'

/** The number of an invoice and its dates, which are in the order of the numbers. */
export interface Numbered {
  prefix: string
  year: number
  number: number
  issue_date: DateOnly
  due_date: DateOnly | null
}

interface Seal {
  /** Null if it has a number already. */
  numbered: Numbered | null
  client_name: string
  /** Null where invoices are not final, so that it only gets its number. */
  sealed_at: Date | null
}

export async function sealInvoice(
  db: Db,
  accountId: AccountId,
  id: number,
  { numbered, client_name, sealed_at }: Seal,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({
      ...(numbered && {
        prefix: numbered.prefix,
        number: numbered.number,
        number_year: numbered.year,
        issue_date: numbered.issue_date,
        due_date: numbered.due_date,
        search: foldCase([invoiceNumber(numbered.number, numbered.prefix), client_name].join('\n')),
      }),
      sealed_at,
      was_issued: true,
      version: nextVersion,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** The latest issue date of the sealed invoices in a series. */
export async function findNewestSealed(db: Db, accountId: AccountId, year: number): Promise<DateOnly | null> {
  const newest = await db
    .selectFrom('invoices')
    .select('issue_date')
    .where('account_id', '=', accountId)
    .where('number_year', '=', year)
    .where('sealed_at', 'is not', null)
    .orderBy('issue_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.issue_date ?? null
}

/** True if issued invoices of the account are final from when they are sealed. */
export const isFinalByProfile = sql<boolean>`coalesce((
  select b.issued_is_final from businesses b where b.account_id = invoices.account_id
), false)`.as('issued_is_final')
