import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transport } from './transport.ts'

/** Puts messages into a directory instead of sending them, each under its own id: a repetition changes nothing. */
export function outboxTransport(directory: string): Transport {
  return {
    deliver: async ({ id, content }) => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const temporary = join(directory, `.${randomUUID()}`)
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, join(directory, `${id.split('@')[0]}.eml`))
      return { outcome: 'sent' }
    },
  }
}
