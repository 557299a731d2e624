import pg from 'pg'
import type { Statement, Stretch } from './statements.ts'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

let sent: Statement[] | undefined

// Before any client is made, since a pool may keep the function that it found.
const client = pg.Client.prototype as unknown as { query: Query }
const { query } = client
client.query = function (...args) {
  sent?.push(statementOf(args))
  return query.apply(this, args)
}

/** The very statements and parameters that this process sends to a database while the work is done. */
export async function record(work: () => Promise<unknown>): Promise<Stretch[]> {
  const statements: Statement[] = []
  sent = statements
  try {
    await work()
  } finally {
    sent = undefined
  }
  if (statements.length === 0) throw new Error('Nothing was sent to the database.')
  return stretchesOf(statements)
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
