import { describe, expect, test } from 'vitest'
import { describeActivity, type StoredActivity } from '#features/foundation/activity/rules/descriptions.ts'
import type { Database } from './database.ts'
import { migrationsBefore } from './fixtures/earlier-migrations.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

startBothKinds()

const TYPE_ACTIVITIES = '20261116T0180_type_activities.sql'

interface OldRow {
  title: string
  description: string
  category: string
  subjectId: number | null
  clientId: number | null
}

interface NewRow extends StoredActivity {
  actor: string
  subject_type: string | null
  subject_id: number | null
}

const row = (category: string, title: string, description: string, about: Partial<OldRow> = {}): OldRow => ({
  category,
  title,
  description,
  subjectId: 7,
  clientId: null,
  ...about,
})

async function migrated(database: Database, rows: OldRow[], seed = ''): Promise<NewRow[]> {
  await migrate(database, migrationsBefore(TYPE_ACTIVITIES))
  await database.pool.query(
    `insert into accounts (email, email_verified, time_zone, created_at)
     values ('ada@example.com', true, 'UTC', now())`,
  )
  if (seed) await database.pool.query(seed)
  for (const { category, title, description, subjectId, clientId } of rows) {
    await database.pool.query(
      `insert into activities (account_id, type, title, description, subject_type, subject_id, client_id, created_at)
       select id, $1, $2, $3, case when $4::bigint is not null then 'project' end, $4, $5, '2026-11-15T10:00:00Z'
       from accounts`,
      [category, title, description, subjectId, clientId],
    )
  }
  await migrate(database, MIGRATIONS)
  const { rows: stored } = await database.pool.query(
    `select type, actor, data, subject_type, subject_id::int,
       (select content from comments c
        where c.account_id = a.account_id and c.id = (a.data->'comment'->>'id')::bigint) as comment
     from activities a order by id`,
  )
  return stored
}

const OLD_ROWS: [row: OldRow, type: string, actor: string, data: object | null][] = [
  [row('other', 'Account updated', 'Studio Ada'), 'account.updated', 'user', { name: 'Studio Ada' }],
  ...['added', 'updated', 'archived', 'restored'].map((verb): [OldRow, string, string, object] => [
    row('client', `Client ${verb}`, 'Studio North'),
    `client.${verb === 'added' ? 'created' : verb}`,
    'user',
    { client: { id: 7, name: 'Studio North' } },
  ]),
  [row('client', 'Client removed', 'Name and details deleted'), 'client.removed', 'user', {}],
  ...['created', 'renewed', 'revoked', 'mailed'].map((verb): [OldRow, string, string, object] => [
    row('client', `Portal link ${verb}`, 'Studio North', { subjectId: null }),
    `portal_link.${verb}`,
    'user',
    { client: { name: 'Studio North' } },
  ]),
  [row('client', 'Client added', 'A removed client', { clientId: 7 }), 'client.created', 'user', null],
  ...['created', 'updated', 'cancelled', 'removed'].map((verb): [OldRow, string, string, object] => [
    row('project', `Project ${verb}`, 'Website\nand shop'),
    `project.${verb}`,
    'user',
    { project: { id: 7, name: 'Website\nand shop' } },
  ]),
  [
    row('time', 'Time logged', '1,234.5 h on Work on site'),
    'time_entry.created',
    'user',
    { time_entry: { id: 7, hours: 123_450 }, project: { name: 'Work on site' } },
  ],
  [
    row('time', 'Time entry updated', '3 h on Website'),
    'time_entry.updated',
    'user',
    { time_entry: { id: 7, hours: 300 }, project: { name: 'Website' } },
  ],
  [
    row('time', 'Time entry deleted', '0.25 h on Website', { subjectId: null }),
    'time_entry.deleted',
    'user',
    { time_entry: { hours: 25 }, project: { name: 'Website' } },
  ],
  [
    row('expense', 'Expense added', 'Train, first class, $1,234.50'),
    'expense.created',
    'user',
    { expense: { id: 7, description: 'Train, first class', amount: 123_450, currency: 'USD' } },
  ],
  [
    row('expense', 'Expense updated', 'Taxi, $0.00'),
    'expense.updated',
    'user',
    { expense: { id: 7, description: 'Taxi', amount: 0, currency: 'USD' } },
  ],
  [
    row('expense', 'Expense deleted', 'Taxi, $12.34', { subjectId: null }),
    'expense.deleted',
    'user',
    { expense: { description: 'Taxi', amount: 1234, currency: 'USD' } },
  ],
  ...(
    [
      ['created', 'created', 'user'],
      ['updated', 'updated', 'user'],
      ['sent', 'sent', 'user'],
      ['approved', 'approved', 'client'],
      ['changes requested', 'changes_requested', 'client'],
      ...['draft', 'sent', 'paid', 'overdue', 'cancelled'].map((status): [string, string, string] => [
        `marked as ${status}`,
        `marked_${status}`,
        'user',
      ]),
      ...['added', 'updated', 'deleted'].map((verb): [string, string, string] => [
        `item ${verb}`,
        `item_${verb}`,
        'user',
      ]),
    ] as [string, string, string][]
  ).map(([title, type, actor]): [OldRow, string, string, object] => [
    row('invoice', `Invoice ${title}`, 'INV-0012 for Made for Ada'),
    `invoice.${type}`,
    actor,
    { invoice: { id: 7, invoice_number: 'INV-0012', client_name: 'Made for Ada' } },
  ]),
  ...['added', 'updated', 'completed', 'deleted'].map((verb): [OldRow, string, string, object] => [
    row('project', `Milestone ${verb}`, 'Sketches – Website'),
    `milestone.${verb === 'added' ? 'created' : verb}`,
    'user',
    { milestone: { title: 'Sketches' }, project: { id: 7, name: 'Website' } },
  ]),
  ...['added', 'updated', 'deleted'].map((verb): [OldRow, string, string, object] => [
    row('project', `Deliverable ${verb}`, 'Logo – Website'),
    `deliverable.${verb === 'added' ? 'created' : verb}`,
    'user',
    { deliverable: { title: 'Logo' }, project: { id: 7, name: 'Website' } },
  ]),
  [
    row('project', 'Deliverable submitted', 'Logo – Website'),
    'deliverable.submitted',
    'user',
    { deliverable: { title: 'Logo', version: 1 }, project: { id: 7, name: 'Website' } },
  ],
  [
    row('project', 'Deliverable submitted', 'Logo, version 2 – Website'),
    'deliverable.submitted',
    'user',
    { deliverable: { title: 'Logo', version: 2 }, project: { id: 7, name: 'Website' } },
  ],
  ...[
    ['Deliverable approved', 'deliverable.approved'],
    ['Changes requested', 'deliverable.changes_requested'],
  ].map(([title = '', type = '']): [OldRow, string, string, object] => [
    row('project', title, 'Studio North: Logo, version 1 – Website', { clientId: 3 }),
    type,
    'client',
    {
      client: { id: 3, name: 'Studio North' },
      deliverable: { title: 'Logo', version: 1 },
      project: { id: 7, name: 'Website' },
    },
  ]),
  [row('project', 'Changes requested', 'A removed client'), 'deliverable.changes_requested', 'client', null],
  ...[
    ['changed', 'The plan is now Starter'],
    ['scheduled', 'Starter was bought, and begins when the trial ends'],
    ['canceled', 'Starter was canceled, and stays until it ends'],
    ['payment_failed', 'A payment for Starter failed'],
  ].map(([type, description = '']): [OldRow, string, string, object] => [
    row('other', 'Subscription changed', description),
    `subscription.${type}`,
    'system',
    { plan: 'Starter' },
  ]),
  [
    row('invoice', 'Invoice folded', 'Into a hat'),
    'legacy',
    'user',
    { category: 'invoice', title: 'Invoice folded', description: 'Into a hat' },
  ],
  [
    row('time', 'Time logged', 'A while'),
    'legacy',
    'user',
    { category: 'time', title: 'Time logged', description: 'A while' },
  ],
]

describe.each(kinds)('on the $kind database', { timeout: longTimeout }, ({ openEmpty }) => {
  test('every old activity becomes an event that reads as before', async () => {
    const rows = OLD_ROWS.map(([old]) => old)
    const events = await migrated(await openEmpty(), rows)
    expect(events.map(({ type, actor, data }) => [type, actor, data])).toEqual(
      OLD_ROWS.map(([, ...expected]) => expected),
    )
    expect(events.map((row) => describeActivity(row))).toEqual(
      rows.map(({ category, title, description }) => ({ type: category, title, description })),
    )
    expect(events.map(({ subject_type, subject_id }) => subject_type && subject_id)).toEqual(
      rows.map(({ subjectId }) => subjectId),
    )
  })

  test('an old comment is found, and the words of a deleted one are gone', async () => {
    const comment = (author: string, content: string, at: string) =>
      `insert into comments (account_id, project_id, author_type, author_name, content, is_internal, search, created_at)
       select p.account_id, p.id, '${author}', 'Someone', '${content}', false, '', '${at}' from projects p;`
    const events = await migrated(
      await openEmpty(),
      [
        row('project', 'Comment added', 'Website: Redy'),
        row('project', 'Client commented', 'Studio North on Website: Looks good', { clientId: 3 }),
        row('project', 'Client commented', 'Studio North – Website', { subjectId: null }),
        row('project', 'Client commented', 'A removed client', { clientId: 4 }),
        row('project', 'Comment added', 'Shop: Said in a project that is gone', { subjectId: 8 }),
      ],
      `insert into projects (account_id, id, name, description, status, name_key, search, created_at)
       overriding system value select id, 7, 'Website', '', 'active', '', '', now() from accounts;
       ${comment('freelancer', 'Another', '2026-11-15T09:00:00Z')}
       ${comment('freelancer', 'Ready', '2026-11-15T10:00:00Z')}
       ${comment('client', 'Looks good', '2026-11-15T10:00:00Z')}`,
    )
    expect(
      events.map((row) => describeActivity(row)).map(({ title, description }) => `${title}: ${description}`),
    ).toEqual([
      'Comment added: Website: Ready',
      'Client commented: Studio North on Website: Looks good',
      'Client commented: Studio North on Website: Looks good',
      'Client commented: A removed client',
      'Comment added: Shop',
    ])
  })
})
