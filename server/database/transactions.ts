import type pg from 'pg'
import type { Db } from './database.ts'
import { databaseOn, Statements } from './session.ts'

/**
 * Where the connection is lost, Drizzle's own transactions hide why behind the rollback that fails too, and one that
 * is lost at its very beginning keeps its client for ever: with a pool of one, that is the end.
 */
export function withSafeTransactions(pool: pg.Pool): Db {
  const statements = new Statements()
  const db = databaseOn(pool, statements)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    const failure: { error?: unknown } = {}
    try {
      return await databaseOn(client, statements).transaction(async (tx) => {
        try {
          return await work(tx)
        } catch (error) {
          failure.error = error
          throw error
        }
      }, config)
    } catch (error) {
      throw 'error' in failure ? failure.error : error
    } finally {
      client.release()
    }
  }
  return db
}
