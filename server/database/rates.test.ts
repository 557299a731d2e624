import { expect, test } from 'vitest'
import { migrationsBefore } from './fixtures/earlier-migrations.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

startBothKinds()

test.each(kinds)(
  'on $kind, logged time gets the rate of its project',
  { timeout: longTimeout },
  async ({ openEmpty }) => {
    const database = await openEmpty()
    const { pool } = database
    await migrate(database, migrationsBefore('20261117T0230_add_rates_and_budgets.sql'))
    await pool.query(`
      insert into accounts (email, email_verified, time_zone, created_at)
      values ('ada@example.com', true, 'UTC', now())`)
    await pool.query(`
      insert into projects (account_id, name, description, currency, hourly_rate, status, name_key, search, created_at)
      select accounts.id, known.name, '', 'USD', rate, 'active', known.name, '', now()
      from accounts, (values ('logo', null), ('website', 8555)) as known (name, rate)`)
    await pool.query(`
      insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
      select account_id, id, '', 150, '2026-10-01', billable, '', now()
      from projects, (values (true), (false)) as kinds (billable)`)

    await migrate(database, MIGRATIONS)

    const { rows } = await pool.query(
      `select p.name, t.is_billable, t.rate, t.rate_hours, t.amount
       from time_entries t join projects p on p.account_id = t.account_id and p.id = t.project_id
       order by p.name, t.is_billable desc`,
    )
    expect(rows).toEqual([
      { name: 'logo', is_billable: true, rate: null, rate_hours: 100, amount: null },
      { name: 'logo', is_billable: false, rate: null, rate_hours: 100, amount: null },
      { name: 'website', is_billable: true, rate: 8555, rate_hours: 100, amount: 12_833 },
      { name: 'website', is_billable: false, rate: 8555, rate_hours: 100, amount: null },
    ])
  },
)
