import { expect, test } from 'vitest'
import { migrationsBefore } from './fixtures/earlier-migrations.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

startBothKinds()

/** Ada has samples and books of her own, Grace only samples. */
const BOOKS = `
  insert into accounts (email, email_verified, time_zone, created_at)
  values ('ada@example.com', true, 'UTC', now()), ('grace@example.com', true, 'UTC', now());
  insert into clients (account_id, name, email, phone, company, address, notes, currency, name_key, search, created_at, sample)
  select id, 'Sample', '', '', '', '', '', 'USD', 'sample', '', now(), true from accounts
  union all select id, 'Own', '', '', '', '', '', 'USD', 'own', '', now(), false from accounts where email like 'ada%';
  insert into projects (account_id, client_id, name, description, currency, status, name_key, search, created_at, sample)
  select account_id, id, name, '', currency, 'active', name_key, '', now(), sample from clients;
  insert into invoices (account_id, number, client_id, client_name, project_id, issue_date, currency, tax_rate, subtotal, tax_amount,
    total, home_total, amount_paid, home_paid, notes, status, paid_on, search, created_at, sample)
  select p.account_id, row_number() over (partition by p.account_id order by p.sample desc), p.client_id, p.name, p.id,
    '2026-10-01', p.currency, 0, 100, 0, 100, 100, 100, 100, '', 'paid', '2026-10-02', '', now(), p.sample
  from projects p;
  insert into invoice_items (account_id, invoice_id, position, description, quantity, rate, amount)
  select account_id, id, 1, 'Design', 100, 100, 100 from invoices;
  insert into payments (account_id, invoice_id, amount, net, home_amount, home_net, paid_on, method, reference, created_at)
  select account_id, id, 100, 100, 100, 100, '2026-10-02', 'bank_transfer', '', now() from invoices;
  insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at, sample,
    is_billed, invoice_item_id)
  select i.account_id, i.project_id, 'Design', 100, '2026-10-01', true, '', now(), i.sample, true, item.id
  from invoices i join invoice_items item on item.account_id = i.account_id and item.invoice_id = i.id;
  insert into comments (account_id, project_id, client_id, author_type, author_name, content, is_internal, search,
    created_at, sample)
  select account_id, id, client_id, 'client', name, 'Hello', false, '', now(), sample from projects;
  insert into activities (account_id, type, actor, data, created_at, sample)
  select account_id, 'client.created', 'user', '{}'::jsonb, now(), sample from clients
  union all select id, 'sample_data.removed', 'user', '{}'::jsonb, now(), false from accounts;
  insert into number_series (account_id, kind, last_number)
  select account_id, 'invoice', max(number) from invoices group by 1;
  insert into exchange_rates (account_id, currency, rate, used_at) select id, 'EUR', 1.1, now() from accounts`

const NOUNS = [
  'clients',
  'projects',
  'invoices',
  'invoice_items',
  'payments',
  'time_entries',
  'comments',
  'activities',
]

test.each(kinds)(
  'on $kind, sample data goes, and the freelancer’s own stays',
  { timeout: longTimeout },
  async ({ openEmpty }) => {
    const database = await openEmpty()
    const { pool } = database
    await migrate(database, migrationsBefore('20261123T0100_add_demos.sql'))
    await pool.query(BOOKS)

    await migrate(database, MIGRATIONS)

    const countsOf = async (email: string) => {
      const counts = NOUNS.map(
        (noun) => `(select count(*)::int from ${noun} n where n.account_id = a.id) as ${noun}`,
      )
      const { rows } = await pool.query(`select ${counts.join()} from accounts a where email = $1`, [email])
      return rows[0]
    }
    const each = (count: number) => Object.fromEntries(NOUNS.map((noun) => [noun, count]))
    expect(await countsOf('ada@example.com')).toEqual(each(1))
    expect(await countsOf('grace@example.com')).toEqual(each(0))
    const { rows } = await pool.query(
      `select i.client_name, t.is_billed, a.type from invoices i
       join time_entries t on t.account_id = i.account_id join activities a on a.account_id = i.account_id`,
    )
    expect(rows).toEqual([{ client_name: 'Own', is_billed: true, type: 'client.created' }])
    const { rows: series } = await pool.query('select last_number from number_series order by account_id')
    expect(series.map(({ last_number }) => Number(last_number))).toEqual([2, 0])
    const { rows: dismissed } = await pool.query(
      'select checklist_dismissed_at is not null as dismissed from accounts order by id',
    )
    expect(dismissed).toEqual([{ dismissed: true }, { dismissed: false }])
  },
)
