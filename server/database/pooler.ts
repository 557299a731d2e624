import pg from 'pg'

/** Settings of PostgreSQL, as it writes them. */
type SessionSettings = Readonly<Record<string, string>>

/** The servers that two connections of a pool lead to. */
export interface Found {
  version: number
  /** Tells databases of different servers apart, too. */
  database: string
  hasSettings: boolean
  /** The processes of PostgreSQL that answered the first connection, the second one, and the first one again. */
  processes: number[]
}

/** A pooler in transaction mode answers on whichever of its connections is free. */
export const keepsSessions = ({ processes: [first, second, again] }: Found): boolean =>
  first === again && first !== second

export async function look(pool: pg.Pool, settings: SessionSettings): Promise<Found> {
  const clients = await Promise.all([pool.connect(), pool.connect()])
  try {
    const [first, second] = clients
    const answers = []
    for (const client of [first, second, first]) answers.push(await ask(client, settings))
    const { version, database } = answers[0] as Answer
    return {
      version,
      database,
      hasSettings: answers.every(({ has_settings }) => has_settings),
      processes: answers.map(({ process }) => process),
    }
  } finally {
    for (const client of clients) client.release()
  }
}

interface Answer {
  version: number
  database: string
  process: number
  has_settings: boolean
}

async function ask(client: pg.ClientBase, settings: SessionSettings): Promise<Answer> {
  const { rows } = await client.query<Answer>(`
    select current_setting('server_version_num')::int as version, pg_backend_pid() as process,
      current_database() || ' of ' || (select system_identifier from pg_control_system()) as database,
      ${holds(settings)} as has_settings`)
  return rows[0] as Answer
}

const holds = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `current_setting('${name}') = '${value}'`)
    .join(' and ')

/** Servers that start together must not change the role at the same time. */
const LOCK_KEY = 5_843_210_118

/** Makes the settings those of every new session, since connections of a pooler in transaction mode cannot be set each. */
export async function setForRole(directUrl: string, settings: SessionSettings): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl, application_name: 'daybook' })
  await client.connect()
  try {
    const { rows } = await client.query<{ database: string; is_set: boolean }>(
      `select current_database() as database, ${holds(settings)} as is_set`,
    )
    const [found] = rows
    if (!found || found.is_set) return
    const database = pg.escapeIdentifier(found.database)
    const changes = Object.entries(settings).map(
      ([name, value]) => `alter role current_user in database ${database} set ${name} = '${value}';`,
    )
    // One message, and so one transaction.
    await client.query(`select pg_advisory_xact_lock(${LOCK_KEY}); ${changes.join(' ')}`)
  } finally {
    await client.end()
  }
}
