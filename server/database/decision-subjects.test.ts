import { describe, expect, test } from 'vitest'
import { migrationsBefore } from './fixtures/earlier-migrations.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

startBothKinds()

const BOOKS = `
  insert into accounts (email, email_verified, time_zone, created_at) values ('ada@example.com', true, 'UTC', now());
  insert into clients (account_id, name, email, phone, company, address, notes, name_key, search, created_at)
  values (1, 'Studio North', '', '', '', '', '', '', '', now());
  insert into projects (account_id, name, description, status, name_key, search, created_at)
  values (1, 'Website', '', 'active', '', '', now());
  insert into invoices (account_id, number, client_id, client_name, issue_date, tax_rate, subtotal, tax_amount, total,
    notes, status, search, created_at)
  values (1, 1, 1, 'Studio North', '2026-11-01', 0, 0, 0, 0, '', 'sent', '', now());
  insert into deliverables (account_id, project_id, title, description, status, version, position, created_at)
  values (1, 1, 'Logo', '', 'approved', 2, 1, now());
  insert into deliverable_versions (account_id, deliverable_id, version, client_id, title, description, submitted_at)
  values (1, 1, 1, 1, 'Logo', '', now()), (1, 1, 2, 1, 'Logo', '', now());`

const OLD_DECISIONS = `
  insert into decisions (account_id, invoice_id, deliverable_id, version, client_id, client_name, portal_access_id,
    decision, feedback, subject, decided_at)
  values (1, 1, null, null, 1, 'Studio North', 1, 'rejected', '', '{}', now()),
    (1, 1, null, null, 1, 'Studio North', 1, 'approved', '', '{}', now()),
    (1, null, 1, 1, 1, 'Studio North', 1, 'approved', '', '{}', now())`

const decision = (type: string, id: number, version: number | null) => `
  insert into decisions (account_id, subject_type, subject_id, version, client_id, client_name, portal_access_id,
    decision, feedback, content, decided_at, business_name, code)
  values (1, '${type}', ${id}, ${version}, 1, 'Studio North', 1, 'approved', '', '{}', now(), 'Ada', gen_random_uuid())`

describe.each(kinds)('on $kind', ({ openEmpty }) => {
  test('decisions keep their subjects, of which the database knows', { timeout: longTimeout }, async () => {
    const database = await openEmpty()
    const { pool } = database
    await migrate(database, migrationsBefore('20261116T0511_decide_on_any_subject.sql'))
    await pool.query(BOOKS)
    await pool.query(OLD_DECISIONS)
    await migrate(database, MIGRATIONS)
    const subjects = async () =>
      (await pool.query('select subject_type, subject_id, version from decisions order by id')).rows
    const onInvoice = { subject_type: 'invoice', subject_id: 1, version: null }
    const onLogo = { subject_type: 'deliverable', subject_id: 1, version: 1 }
    expect(await subjects()).toEqual([onInvoice, onInvoice, onLogo])

    await pool.query(decision('deliverable', 1, 2))
    await expect(pool.query(decision('deliverable', 1, 2))).rejects.toThrow('decisions_on_version')
    await expect(pool.query(decision('deliverable', 1, 3))).rejects.toThrow('foreign key')
    await expect(pool.query(decision('deliverable', 1, null))).rejects.toThrow('decisions_version')
    await expect(pool.query(decision('invoice', 2, null))).rejects.toThrow('foreign key')
    await expect(pool.query(decision('novel', 1, null))).rejects.toThrow('decisions_subject_type')
    await expect(pool.query('delete from invoices')).rejects.toThrow('foreign key')
    await pool.query('delete from deliverables')
    expect(await subjects()).toEqual([onInvoice, onInvoice])
  })
})
