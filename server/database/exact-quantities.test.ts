import { cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freshUrl } from './fixtures/kinds.ts'
import { longTimeout, openForTest, temporaryDirectory } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

const MIGRATION = '20261119T0101_exact_quantities.sql'

/** Rows as the schema before kept them: in hundredths. */
const BOOKS = `
  insert into accounts (id, name, email, email_verified, time_zone, created_at) overriding system value
    values (1, 'Ada', 'ada@example.com', true, 'UTC', now());
  insert into businesses (account_id, tax_rate, hours_per_day) values (1, 1900, 750);
  insert into projects (account_id, id, name, description, currency, status, name_key, search, created_at, estimated_hours)
    overriding system value values (1, 1, 'Shop', '', 'USD', 'active', 'shop', '', now(), 12050);
  insert into time_entries (account_id, project_id, description, hours, date, is_billable, rate, rate_hours, search, created_at)
    select 1, 1, '', 10 + n % 791, '2026-11-01', n % 9 > 0, 5000 + n, case n % 2 when 0 then 100 else 750 end, '', now()
    from generate_series(1, 50000) n;
  insert into removals (account_id, kind, data, rows, removed_at) values (1, 'invoice', '{"tax_rate": 825}',
    '{"invoice_items": [{"quantity": 133, "amount": 5, "logged_hours": null}], "time_entries": []}', now());`

test('hundredths become seconds, and every amount stays', { timeout: longTimeout }, async () => {
  const scratch = temporaryDirectory()
  const database = await openForTest({ url: await freshUrl() })
  const add = (names: string[]) => {
    for (const name of names) cpSync(path.join(MIGRATIONS, name), path.join(scratch.directory, name))
    return migrate(database, scratch.directory)
  }
  const read = async (statement: string) => (await database.pool.query(statement)).rows
  const names = readdirSync(MIGRATIONS).toSorted()
  await add(names.filter((name) => name < MIGRATION))
  await database.pool.query(BOOKS)
  const amounts = 'select count(amount), sum(amount) as amount from time_entries'
  const [before, logged] = [
    await read(amounts),
    await read('select sum(hours) * 36 as hours from time_entries'),
  ]
  await add([MIGRATION])
  expect(await read(amounts)).toEqual(before)
  expect(await read('select sum(hours) as hours from time_entries')).toEqual(logged)
  expect(await read('select tax_rate, hours_per_day from businesses')).toMatchObject([
    { tax_rate: 19_000, hours_per_day: 27_000 },
  ])
  expect(await read('select estimated_hours from projects')).toMatchObject([{ estimated_hours: 433_800 }])
  expect(await read('select data, rows from removals')).toEqual([
    {
      data: { tax_rate: 8250 },
      rows: { invoice_items: [{ quantity: 13_300, amount: 5, logged_hours: null }], time_entries: [] },
    },
  ])
  scratch.remove()
})
