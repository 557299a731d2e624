import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_JOBS } from '#server/background.ts'
import { askRunning, type BackupRequest } from '#server/backup/channel.ts'
import { backupRequestHandler } from '#server/backup/handler.ts'
import { readSettings, type Settings } from '#server/config/settings.ts'
import { readSecrets } from '#server/crypto/secret.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { openFiles } from '#server/files/files.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/observability/logging.ts'

const USAGE = `npm run backup -- [file]
npm run restore -- <file> [--replace]
`

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new Error('It was stopped')))
  }
  const { said, code } = await runBackupCommand(process.argv.slice(2), readSettings(), stop.signal)
  process.stdout.write(`${said}\n`)
  process.exitCode = code
}

/** Backs up or restores what the settings name: through the running Daybook if it has the database open, otherwise in this process. */
export async function runBackupCommand(args: string[], settings: Settings, signal: AbortSignal) {
  const request = readRequest(args, settings)
  const answered = settings.databaseUrl ? undefined : await askRunning(settings.dataDirectory, request)
  const messages = answered ?? (await handleLocally(settings, request, signal))
  const isIncomplete = messages.some((message) => message.startsWith('WARNING'))
  return { said: messages.join('\n'), code: isIncomplete ? 1 : 0 }
}

function readRequest(args: string[], { dataDirectory }: Settings): BackupRequest {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [verb, given] = positionals
  if (verb === 'backup') {
    return { verb, file: resolve(given ?? join(dataDirectory, 'backups', `daybook-${stamp()}.zip`)) }
  }
  if (verb !== 'restore' || !given) throw new Error(USAGE)
  return { verb, file: resolve(given), replace: values.replace }
}

const stamp = () => new Date().toISOString().replace(/[-:]|\.\d+/g, '')

async function handleLocally(
  settings: Settings,
  request: BackupRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const { dataDirectory, databaseUrl: url, databaseDirectUrl: directUrl } = settings
  const log = createLog({ logLevel: 'warn' })
  await using open = new AsyncDisposableStack()
  const database = await openDatabase({ url, directUrl, dataDirectory, log })
  open.defer(() => database.close())
  const parts = {
    database,
    jobs: async () => {
      const jobs = await openQueue({ database, jobs: ALL_JOBS, log })
      open.defer(() => jobs.close())
      return jobs
    },
    files: openFiles(settings, log),
    secrets: await readSecrets(settings),
    dataDirectory,
    log,
  }
  return await backupRequestHandler(parts, MIGRATIONS)(request, signal)
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
}
