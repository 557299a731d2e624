import { sharedApp, type TestApp } from './app.ts'

/** Every row of every table that belongs to an account, and the jobs that wait for it, each as a line. */
export async function rowsOf(accountId: number, app?: Pick<TestApp, 'database'>): Promise<string[]> {
  const { database } = app ?? (await sharedApp())
  const tables = (await tablesOfAccounts()).map((table) =>
    rowsIn(table, `t.${table === 'accounts' ? 'id' : 'account_id'} = $1`),
  )
  const jobs = rowsIn('jobs.job', `t.data->>'account' = $1::bigint::text`)
  const { rows } = await database.pool.query<{ line: string }>(
    [...tables, jobs].join(' union all ').concat(' order by 1'),
    [accountId],
  )
  return rows.map(({ line }) => line)
}

const rowsIn = (table: string, ofAccount: string) =>
  `select '${table} ' || row_to_json(t)::text as line from ${table} t where ${ofAccount}`

async function tablesOfAccounts(): Promise<string[]> {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query<{ table: string }>(
    `select distinct table_name::text as table from information_schema.columns
     where table_schema = 'public' and (column_name = 'account_id' or table_name = 'accounts') order by 1`,
  )
  return rows.map(({ table }) => table)
}

/** The columns of text in which no row of this account holds any of these words. */
export async function columnsWithout(accountId: number, words: string[]): Promise<string[]> {
  const { database } = await sharedApp()
  const { rows: columns } = await database.pool.query<{ table: string; column: string }>(
    `select table_name::text as table, column_name::text as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying')
       and table_name = any($1) order by 1, 2`,
    [await tablesOfAccounts()],
  )
  const missing: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await database.pool.query(
      `select from ${table} where ${table === 'accounts' ? 'id' : 'account_id'} = $1
       and exists (select from unnest($2::text[]) word where strpos(${column}::text, word) > 0) limit 1`,
      [accountId, words],
    )
    if (rows.length === 0) missing.push(`${table}.${column}`)
  }
  return missing
}
