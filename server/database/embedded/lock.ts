import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/**
 * Node has no file locks of its own, SQLite has: the system gives them up with the process, however it ends, and
 * they hold between containers that share a volume. Reading the file inside the process that holds it would drop it.
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
