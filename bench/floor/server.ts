import { createServer, type IncomingMessage, type Server } from 'node:http'
import type pg from 'pg'
import { BOOKS } from './books.ts'
import { CHANGES } from './changes.ts'
import { PORTAL } from './portal.ts'
import { REPORTS } from './reports.ts'
import { type Answer, FloorDatabase } from './visit.ts'

const CALLS: Record<string, Answer> = { ...BOOKS, ...REPORTS, ...PORTAL, ...CHANGES }

/**
 * The least that a server does for the specified calls, written by hand: a bare HTTP server, prepared statements, and only the
 * fields that the specification names. It signs nobody in, validates nothing, logs nothing, and replays no request.
 */
export function createFloor(pool: pg.Pool): Server {
  const db = new FloorDatabase(pool)
  return createServer(async (request, response) => {
    try {
      const answer = await answerTo(db, request)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    } catch (error) {
      response.statusCode = 500
      response.end(String(error))
    }
  })
}

async function answerTo(db: FloorDatabase, request: IncomingMessage): Promise<unknown> {
  const { method, url = '', headers } = request
  const [path = ''] = url.split('?')
  const ids: string[] = []
  const name = path.replace(/\/(\d[^/]*)/g, (_, id: string) => {
    ids.push(id)
    return '/:id'
  })
  const answer = CALLS[`${method} ${name}`]
  if (!answer) throw new Error(`The floor has no ${method} ${name}.`)
  const account = Number(/_session=(\d+)\./.exec(headers.cookie ?? '')?.[1])
  return answer({ db, account, ids, body: method === 'GET' ? {} : JSON.parse(await textOf(request)) })
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) text += part
  return text
}
