import { sql } from 'drizzle-orm'
import { bigint, customType, date, integer, timestamp } from 'drizzle-orm/pg-core'
import type { AccountId } from '#server/identity/account-id.ts'

/** The kinds of columns that every table is made of. */
export const accountId = () => bigint('account_id', { mode: 'number' }).notNull().$type<AccountId>()
export const id = () => bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity()
export const reference = (name: string) => bigint(name, { mode: 'number' })
export const hundredths = (name: string) => bigint(name, { mode: 'number' })
export const day = (name: string) => date(name, { mode: 'string' })
export const instant = (name: string) => timestamp(name, { withTimezone: true })
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Counts the changes of a row, each in the statement that makes it. */
export const version = () =>
  integer('version')
    .notNull()
    .default(1)
    .$onUpdate(() => sql`version + 1`)
