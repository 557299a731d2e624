import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Meter } from './meter.ts'
import { Spool } from './spool.ts'
import type { StoredFile } from './store.ts'

const STALE_MILLISECONDS = 3_600_000

/** Temporary files, such as an upload until it is complete and its hash is known. */
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
    const path = await this.#newPath()
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

  async spool(): Promise<Spool> {
    return Spool.create(await this.#newPath())
  }

  async #newPath(): Promise<string> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    return join(this.#directory, randomUUID())
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
