import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transport } from './transport.ts'

/** Writes messages to a directory instead of sending them. They are named by id, so sending twice has no effect. */
export function outboxTransport(directory: string): Transport {
  return {
    deliver: async ({ id, content }) => {
      const temporary = join(directory, `.${randomUUID()}`)
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 })
        await write(temporary, content)
        await rename(temporary, join(directory, `${id.split('@')[0]}.eml`))
        return { outcome: 'sent' }
      } catch (error) {
        // For example a full disk: it was certainly not delivered.
        await rm(temporary, { force: true })
        return { outcome: 'refused', transient: true, reason: String(error) }
      }
    },
  }
}

async function write(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
