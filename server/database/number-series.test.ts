import { expect, test } from 'vitest'
import { migrationsBefore } from './fixtures/earlier-migrations.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

startBothKinds()

test.each(kinds)(
  'on $kind, invoices are numbered on from where each account was',
  { timeout: longTimeout },
  async ({ openEmpty }) => {
    const database = await openEmpty()
    await migrate(database, migrationsBefore('20261116T0510_create_number_series.sql'))
    await database.pool.query(
      `insert into accounts (email, email_verified, time_zone, created_at, last_invoice_number)
       values ('ada@example.com', true, 'UTC', now(), 41), ('grace@example.com', true, 'UTC', now(), 0)`,
    )
    await migrate(database, MIGRATIONS)
    const { rows } = await database.pool.query(
      `select email, kind, last_number from number_series join accounts on id = account_id`,
    )
    expect(rows).toEqual([{ email: 'ada@example.com', kind: 'invoice', last_number: 41 }])
  },
)
