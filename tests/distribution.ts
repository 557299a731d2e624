import type pg from 'pg'

/** Tables that do not belong to one account, and why. A database of many nodes keeps them on every node. */
export const GLOBAL_TABLES: Record<string, string> = {
  identities: 'Who signs in is known before the account is.',
  sign_in_codes: 'Who signs in by email is known before the account is.',
  passkey_challenges: 'Who answers is known only afterwards.',
  setup_links: 'There is no account yet.',
  payment_customers: 'A payment event names the customer, from which the account is found.',
  payment_accounts: 'A payment event names the account at the provider, from which ours is found.',
  request_counts: 'Requests are counted before the account is known.',
  reference_rates: 'Exchange rates are the same for everyone.',
  used_trials: 'Who signs in had an account that no longer exists.',
  stored_files: 'Files are kept once, by their content.',
  file_leases: 'Files are kept once, by their content.',
  backups: 'A backup is of all accounts.',
  schema_migrations: 'The schema is the same for everyone.',
}

/** Every other table, with the column by which it is distributed. */
export async function distributedTables(pool: pg.Pool | pg.Client): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ table: string }>(`
    select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')`)
  return new Map(
    rows
      .filter(({ table }) => !(table in GLOBAL_TABLES))
      .map(({ table }) => [table, table === 'accounts' ? 'id' : 'account_id']),
  )
}
