import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/**
 * Node has no file locks, but SQLite has: the system releases them when the process ends, however it ends, and they work
 * between containers that share a volume. Reading the file in the process that holds the lock would release it.
 */
export function lockDirectory(directory: string): Lock {
  const file = new DatabaseSync(`${directory}.lock`)
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new Error(
      `Another Daybook is already using the database in ${directory}: stop it first, or give this one its own data directory.`,
    )
  }
  return { release: () => file.close() }
}

function isBusy(error: unknown) {
  const busy = 5
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}
