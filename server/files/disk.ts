import { constants } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Incoming } from './incoming.ts'
import { type FileStore, keyOf, missingFile } from './store.ts'

/** Keeps files below a directory, at `ab/cdef…`. */
export function diskStore(directory: string, incoming: Incoming): FileStore {
  const pathOf = (sha256: string) => join(directory, keyOf(sha256))
  const has = async (sha256: string, size: number) =>
    (await stat(pathOf(sha256)).catch(() => undefined))?.size === size
  return {
    has,

    remove: (sha256) => rm(pathOf(sha256), { force: true }),

    spool: () => incoming.spool(),

    put: (content, { limitBytes, beforeStoring }) =>
      incoming.receive(content, limitBytes, async (temporary, { sha256, size }) => {
        await beforeStoring?.(sha256)
        if (await has(sha256, size)) return
        const path = pathOf(sha256)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(temporary, path)
        await syncDirectory(dirname(path))
        await syncDirectory(directory)
      }),

    open: async (sha256, range) => {
      const file = await open(pathOf(sha256), constants.O_RDONLY).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? missingFile() : error
      })
      const { size } = await file.stat()
      return { size, content: file.createReadStream(range && { start: range.start, end: range.end }) }
    },
  }
}

/** A rename is durable once its directory is synced. Windows cannot do that, and need not. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path, constants.O_RDONLY)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
