import { expect, test } from 'vitest'
import { migrationsBefore } from './fixtures/earlier-migrations.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

startBothKinds()

const TOKEN = `1.${'s3cr3t_'.repeat(6)}A`

test.each(kinds)(
  'on $kind, tokens are cleared from the paths of earlier requests',
  { timeout: longTimeout },
  async ({ openEmpty }) => {
    const database = await openEmpty()
    await migrate(database, migrationsBefore('20261122T0400_clear_tokens_from_paths.sql'))
    await database.pool.query(
      `insert into accounts (email, email_verified, time_zone, created_at)
       values ('ada@example.com', true, 'UTC', now())`,
    )
    const paths = [
      '/api/clients',
      '/api/clients/4/contacts/',
      '/api/time-entries',
      `/api/client-portal/${TOKEN}/comments`,
      `/api/%63lient-portal/${TOKEN.replace('.', '%2E')}/comments`,
      `/api/client-portal/%31${TOKEN.slice(1)}/comments/`,
      null,
    ]
    for (const [key, path] of paths.entries())
      await database.pool.query(
        `insert into idempotency_keys (account_id, key, fingerprint, path, created_at)
         select id, $1, '', $2, now() from accounts`,
        [String(key), path],
      )
    await migrate(database, MIGRATIONS)
    const { rows } = await database.pool.query<{ path: string | null }>(
      'select path from idempotency_keys order by key',
    )
    const cleared = '/api/client-portal/[token]/comments'
    expect(rows.map(({ path }) => path)).toEqual([...paths.slice(0, 3), cleared, cleared, cleared, null])
  },
)
