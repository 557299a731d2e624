import type { FastifyInstance } from 'fastify'
import { type FloorDatabase, signedIn } from './database.ts'

export function addAccountCalls(floor: FastifyInstance, db: FloorDatabase): void {
  floor.get('/api/users/me', async (request) => {
    const { account } = await signedIn(db, request)
    const { name, picture, ...user } = await db.queryOne(
      'account',
      `select id, email, name, picture, time_zone, currency, locale, business_name, business_address, created_at, version, delete_at
       from accounts where id = $1`,
      [account],
    )
    return { ...user, google_user_data: { name, picture }, demo: null }
  })
}
