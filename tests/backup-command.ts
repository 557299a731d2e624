import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { runBackupCommand } from '#server/commands/backup.ts'
import { readSettings } from '#server/config/settings.ts'
import { COMPILE_CACHE } from './compile-cache.ts'

export interface Outcome {
  code: number | null
  said: string
}

export interface Place {
  dataDirectory: string
  /** A PostgreSQL server; without it the database is embedded. */
  databaseUrl: string | undefined
  /** Behind a pooler. */
  databaseDirectUrl?: string
}

const settingsOf = ({ dataDirectory, databaseUrl, databaseDirectUrl }: Place) => ({
  DATA_DIRECTORY: dataDirectory,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  ...(databaseDirectUrl && { DATABASE_DIRECT_URL: databaseDirectUrl }),
})

/** Runs the command as an operator does. */
export async function runCommand(place: Place, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ['server/commands/backup.ts', ...args], {
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...settingsOf(place) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number | null, said: out + err }
}

/** Runs the command in this process, since another one would first have to load the whole server. */
export async function runCommandHere(place: Place, ...args: string[]): Promise<Outcome> {
  const settings = readSettings(settingsOf(place))
  return runBackupCommand(args, settings, new AbortController().signal).catch((error: Error) => ({
    code: 1,
    said: error.message,
  }))
}
