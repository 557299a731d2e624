import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
export type Row = Record<string, unknown>

/** The number of arrivals of each message, by the part of its id that Daybook gave it. */
export type Deliveries = Record<string, number>

export interface MailState {
  id: number | null
  account_id: number | null
  subject: string | null
  status: string | null
  reason: string | null
  message: string | null
  /** The states of the jobs that send it. */
  jobs: string[]
}

export interface FileState {
  sha256: string
  actual: string
  size: number
}

/** An answer of the API to whoever asks for a record. */
export interface ReadBack {
  table: string
  id: number
  status: number
  body: Row
}

/** All that is to be checked, as plain data: so that a copy of it can be broken, to see the checks fail. */
export interface Snapshot {
  tables: Record<string, Row[]>
  accounts: Row[]
  activities: Row[]
  decisions: string[]
  payments: Row[]
  keys: Row[]
  mails: MailState[]
  deliveredBefore: Deliveries
  deliveredAfter: Deliveries
  files: FileState[]
  readBack: ReadBack[]
}

export const TABLES = [
  'clients',
  'projects',
  'time_entries',
  'expenses',
  'invoices',
  'invoice_items',
  'comments',
  'deliverables',
] as const

/** In one statement, so that a mail and its job are seen at the same moment. */
const MAILS = `
  with sending as (
    select (data->>'account')::bigint as account_id, (data->'data'->>'mailId')::bigint as mail_id,
      jsonb_agg(state::text) as jobs
    from jobs.job where name = 'send-mail' group by 1, 2
  )
  select m.id::int, m.account_id::int, m.subject, m.status, m.reason, split_part(m.message_id, '@', 1) as message,
    coalesce(s.jobs, '[]') as jobs
  from mails m full join sending s on s.account_id = m.account_id and s.mail_id = m.id`

export interface Sources {
  query: Query
  deliveries(): Promise<Deliveries>
  files(): FileState[]
}

export async function takeSnapshot(sources: Sources, readBack: () => Promise<ReadBack[]>): Promise<Snapshot> {
  const { query } = sources
  const deliveredBefore = await sources.deliveries()
  const mails = (await query(MAILS)) as unknown as MailState[]
  const deliveredAfter = await sources.deliveries()
  const tables: Record<string, Row[]> = {}
  for (const table of TABLES) {
    const rows = await query(`select to_jsonb(t) as row from ${table} t order by account_id, id`)
    tables[table] = rows.map(({ row }) => row as Row)
  }
  const decisions = await query(`
    select subject_type || ' ' || subject_id || ' ' || decision as decision from decisions`)
  return {
    tables,
    mails,
    deliveredBefore,
    deliveredAfter,
    accounts: await query(`
      select a.id::int, a.name, coalesce(n.last_number, 0) as last_invoice_number, s.plan_id from accounts a
      join subscriptions s on s.account_id = a.id
      left join number_series n on n.account_id = a.id and n.kind = 'invoice'`),
    activities: await query(
      'select account_id::int, type, count(*)::int as count from activities group by account_id, type',
    ),
    decisions: decisions.map(({ decision }) => String(decision)),
    payments: (await query('select to_jsonb(p) as row from payments p order by account_id, id')).map(
      ({ row }) => row as Row,
    ),
    keys: await query('select account_id::int, key, response is not null as answered from idempotency_keys'),
    files: sources.files(),
    readBack: await readBack(),
  }
}

/** Without `incoming`, where an upload waits until it is whole. */
export function filesIn(directory: string): FileState[] {
  if (!existsSync(directory)) return []
  return globSync('??/*', { cwd: directory }).map((path) => {
    return stateOf(path.replace('/', ''), readFileSync(join(directory, path)))
  })
}

export function stateOf(sha256: string, content: Buffer): FileState {
  const actual = createHash('sha256').update(content).digest('hex')
  return { sha256, actual, size: content.length }
}
