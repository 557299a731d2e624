import pg from 'pg'
import { inject } from 'vitest'
import { MIGRATED } from './migrated-databases.ts'

export interface NewDatabaseOptions {
  /** True if it has all migrations already, which saves an app that starts on it a second. */
  isMigrated: boolean
}

let count = 0

/** The address of a new database on the PostgreSQL server of this run. */
export async function createOnServer({ isMigrated }: NewDatabaseOptions): Promise<string> {
  const server = inject('postgresUrl')
  if (!server) throw new Error('This run has no PostgreSQL server.')
  const name = `${isMigrated ? MIGRATED : 'empty'}_${process.pid}_${++count}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name} template ${isMigrated ? MIGRATED : 'template1'}`)
  await client.end()
  return server.replace(/\/postgres$/, `/${name}`)
}
