import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Meter } from './meter.ts'
import type { StoredFile } from './store.ts'

const STALE_MILLISECONDS = 3_600_000

/** Where an upload is written until it is complete and its hash is known. */
export class Incoming {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Writes a stream to a temporary file, synced to disk. `use` may move the file; otherwise it is removed. */
  async receive(
    content: AsyncIterable<Uint8Array>,
    limitBytes: number,
    use: (path: string, file: StoredFile) => Promise<void>,
  ): Promise<StoredFile> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const path = join(this.#directory, randomUUID())
    const meter = new Meter(limitBytes)
    try {
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(content, (chunks: AsyncIterable<Uint8Array>) => meter.measure(chunks), target)
      const file = await meter.result()
      await use(path, file)
      return file
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Removes what killed servers left. A running upload was written to recently, so it stays. */
  async sweep(now: Date): Promise<void> {
    for (const name of await readdir(this.#directory).catch(() => [])) {
      const path = join(this.#directory, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs < now.getTime() - STALE_MILLISECONDS) await rm(path, { force: true })
    }
  }
}
