import { createServer, type IncomingMessage } from 'node:http'
import type pg from 'pg'
import { openDatabase } from '#server/database/open.ts'
import { createLog } from '#server/observability/logging.ts'
import { serveParent } from './child.ts'
import type { Place } from './places.ts'
import { KEY, type Statement, type Stretch } from './statements.ts'

export interface FloorOptions extends Place {
  port: number
  /** By address: what the app sends to its database for the same call. */
  answers: Record<string, Stretch[]>
}

/** The least that a Node server does for the same rows: the same SQL by the same driver, sent as JSON. */
await serveParent<FloorOptions>(async ({ port, dataDirectory, databaseUrl, answers }) => {
  const database = await openDatabase({
    url: databaseUrl,
    dataDirectory,
    log: createLog({ logLevel: 'warn' }),
  })
  const server = createServer((request, response) => {
    answer(request).then(
      (rows) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(rows))
      },
      (error: Error) => {
        response.statusCode = 500
        response.end(error.message)
      },
    )
  })

  async function answer(request: IncomingMessage): Promise<unknown[]> {
    if (request.method !== 'GET') JSON.parse(await bodyOf(request))
    const rows: unknown[] = []
    const key = crypto.randomUUID()
    for (const { transaction, statements } of answers[request.url ?? ''] ?? []) {
      if (transaction) await inTransaction(statements, key, rows)
      else for (const statement of statements) rows.push(await run(database.pool, statement, key))
    }
    return rows
  }

  async function inTransaction(statements: Statement[], key: string, rows: unknown[]): Promise<void> {
    const client = await database.pool.connect()
    try {
      for (const statement of statements) rows.push(await run(client, statement, key))
    } finally {
      client.release()
    }
  }

  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return async () => {
    server.closeAllConnections()
    await database.close()
  }
})

async function run(
  on: pg.Pool | pg.PoolClient,
  { text, values }: Statement,
  key: string,
): Promise<unknown[]> {
  const given = values.some(isKey) ? values.map((value) => (isKey(value) ? key : value)) : values
  return (await on.query(text, given)).rows
}

const isKey = (value: unknown) => typeof value === 'string' && value.startsWith(KEY)

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => resolve(body))
    request.on('error', reject)
  })
}
