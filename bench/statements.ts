import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** What goes to the database for one call, in order: alone, or several in one transaction. */
export type Stretch = { transaction: boolean; statements: Statement[] }

/** What the key of a recorded creation begins with: every request of the floor takes another one in its place. */
export const KEY = 'the key of a recorded creation '

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** The very statements and parameters that this process sends to a database while the work is done. */
export async function record(work: () => Promise<unknown>): Promise<Stretch[]> {
  const sent: Statement[] = []
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function (...args) {
    sent.push(statementOf(args))
    return query.apply(this, args)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return stretchesOf(sent)
}

function statementOf([query, values]: unknown[]): Statement {
  const given = Array.isArray(values) ? values : []
  if (typeof query === 'string') return { text: query, values: given }
  const config = query as { text: string; values?: unknown[] }
  return { text: config.text, values: config.values ?? given }
}

function stretchesOf(statements: Statement[]): Stretch[] {
  const stretches: Stretch[] = []
  let open: Stretch | undefined
  for (const statement of statements) {
    if (/^begin\b/i.test(statement.text)) {
      open = { transaction: true, statements: [] }
      stretches.push(open)
    }
    if (open) open.statements.push(statement)
    else stretches.push({ transaction: false, statements: [statement] })
    if (/^commit\b/i.test(statement.text)) open = undefined
  }
  return stretches
}
