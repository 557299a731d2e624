import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import type { BackupDependencies } from './dependencies.ts'

/** Backups that the running server makes by itself, of which it keeps the newest. */
export interface BackupService {
  /** Five fields of cron, in UTC; null if backups are made only when an admin asks for one. */
  schedule: string | null
  keep: number
  directory: string
  /** Writes a backup, then deletes those beyond the number to keep. */
  write(now: Date): Promise<WrittenBackup>
  describeFailure(error: unknown): string
  /** Ends a backup that is being written, which leaves no file. */
  stop(): void
}

export interface WrittenBackup {
  file: string
  size: number
  missing_files: number
}

declare module '#server/services.ts' {
  interface Services {
    backups: BackupService
  }
}

export function createBackups(parts: BackupDependencies, settings: Settings['backups']): BackupService {
  const { directory, keep } = settings
  const stopping = new AbortController()
  return {
    ...settings,
    write: async (now) => {
      const { fingerprintOf, writeBackup } = await import('./backup.ts')
      const own = ownNames([parts.secrets.current, ...parts.secrets.previous()].map(fingerprintOf))
      await removeUnfinished(directory, own)
      const path = join(directory, own.nameAt(now))
      const { missingFiles } = await writeBackup(parts, path, stopping.signal)
      await removeOldest(directory, own, keep).catch((error) =>
        parts.log.warn({ err: error, directory }, 'old backups could not be deleted'),
      )
      const { size } = await stat(path)
      return { file: basename(path), size, missing_files: missingFiles.length }
    },
    describeFailure: (error) => describeFailure(error, directory),
    stop: () => stopping.abort(new Error('Daybook was stopped while it was being written')),
  }
}

interface OwnNames {
  nameAt(now: Date): string
  isBackup(name: string): boolean
  isUnfinished(name: string): boolean
}

/**
 * The names contain a mark made from the secret, so that no file is deleted that another Daybook, a person or `npm run
 * backup` put into the directory.
 */
function ownNames([current = '', ...previous]: string[]): OwnNames {
  const marks = [current, ...previous].map((fingerprint) => fingerprint.slice(0, 8))
  const own = new RegExp(String.raw`^daybook-\d{8}T\d{6}Z-(?:${marks.join('|')})\.zip(\.[\w-]+\.part)?$`)
  return {
    nameAt: (now) => `daybook-${now.toISOString().replace(/[-:]|\.\d+/g, '')}-${marks[0]}.zip`,
    isBackup: (name) => own.exec(name)?.[1] === undefined && own.test(name),
    isUnfinished: (name) => own.exec(name)?.[1] !== undefined,
  }
}

/** Left by a server that was killed: only one backup is written at a time. */
async function removeUnfinished(directory: string, { isUnfinished }: OwnNames): Promise<void> {
  for (const name of await namesIn(directory)) if (isUnfinished(name)) await rm(join(directory, name))
}

/** The names begin with the time, so they sort by age. */
async function removeOldest(directory: string, { isBackup }: OwnNames, keep: number): Promise<void> {
  const backups = (await namesIn(directory)).filter(isBackup).sort().reverse()
  for (const name of backups.slice(keep)) await rm(join(directory, name))
}

async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

const FAILURES: Record<string, (directory: string) => string> = {
  ENOSPC: (directory) => `The disk of ${directory} is full`,
  EDQUOT: (directory) => `There is no room left in ${directory}: the quota is used up`,
  EACCES: (directory) => `Daybook may not write to ${directory}`,
  EPERM: (directory) => `Daybook may not write to ${directory}`,
  EROFS: (directory) => `The disk of ${directory} is read-only`,
  ENOTDIR: (directory) => `${directory} is not a directory`,
  EEXIST: (directory) => `${directory} is not a directory`,
}

function describeFailure(error: unknown, directory: string): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  return FAILURES[code]?.(directory) ?? error.message
}
