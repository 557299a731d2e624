import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { dateIn } from '#core/calendar.ts'
import type { Row } from './rows.ts'

/** Statements that are prepared once under a name. */
export class FloorDatabase {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async query<Found extends pg.QueryResultRow = Row>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Found[]> {
    return (await this.#pool.query<Found>({ name, text, values })).rows
  }

  async queryOne<Found extends pg.QueryResultRow = Row>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Found> {
    const [row] = await this.query<Found>(name, text, values)
    if (!row) throw new Error(`${name}: no row`)
    return row
  }

  /** Not prepared: a generic plan takes twice as long for a year of a large account. */
  async queryRange<Found extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Found[]> {
    return (await this.#pool.query<Found>(text, values)).rows
  }
}

export interface Session {
  account: number
  today: string
  timeZone: string
  /** The account's home currency. */
  currency: string
}

export async function signedIn(db: FloorDatabase, { headers }: FastifyRequest): Promise<Session> {
  const [, account, token = ''] = /_session=(\d+)\.([\w-]+)/.exec(headers.cookie ?? '') ?? []
  const session = await db.queryOne(
    'session',
    `select a.time_zone, a.currency from sessions s join accounts a on a.id = s.account_id
     where s.account_id = $1 and s.token_hash = $2 and s.expires_at > now() and a.delete_at is null`,
    [account, sha256(token)],
  )
  const today = dateIn(String(session.time_zone), new Date())
  return {
    account: Number(account),
    today,
    timeZone: String(session.time_zone),
    currency: String(session.currency),
  }
}

export async function visiting(db: FloorDatabase, key: string): Promise<Row> {
  const [account, token = ''] = key.split('.')
  return db.queryOne(
    'portal link',
    `select p.account_id, p.client_id, p.id as access_id, p.expires_at, a.time_zone,
       c.name as client_name, coalesce(o.name, c.name) as visitor_name,
       coalesce(case when o.id is null then c.locale else o.locale end, a.locale) as locale
     from portal_access p join clients c on c.account_id = p.account_id and c.id = p.client_id
     left join contacts o on o.account_id = p.account_id and o.id = p.contact_id
     join accounts a on a.id = p.account_id
     where p.account_id = $1 and p.token_hash = $2 and p.expires_at > now() and p.revoked_at is null`,
    [account, sha256(token)],
  )
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
