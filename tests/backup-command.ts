import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { COMPILE_CACHE } from './compile-cache.ts'

export interface Outcome {
  code: number | null
  said: string
}

export interface Place {
  dataDirectory: string
  /** Of a PostgreSQL server; without it the database is embedded. */
  databaseUrl: string | undefined
}

/** Runs the command as an operator does. */
export async function runCommand(place: Place, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ['server/backup-cli.ts', ...args], {
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      DATA_DIRECTORY: place.dataDirectory,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number | null, said: out + err }
}
