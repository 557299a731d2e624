import { type FileHandle, open, rm } from 'node:fs/promises'

interface Part {
  /** The first byte, and the byte after the last one. */
  start: number
  end: number
}

const PIECE_BYTES = 65_536

/** A temporary file: written from start to end, then read. Close it to remove it. */
export class Spool {
  readonly #path: string
  readonly #file: FileHandle
  #size = 0

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  static async create(path: string): Promise<Spool> {
    return new Spool(path, await open(path, 'wx+', 0o600))
  }

  /** The number of bytes written so far. */
  get size(): number {
    return this.#size
  }

  async write(content: Uint8Array | string): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(
        bytes,
        written,
        bytes.length - written,
        this.#size + written,
      )
      written += bytesWritten
    }
    this.#size += bytes.length
  }

  /** Replaces all that was written. */
  async replace(content: Uint8Array): Promise<void> {
    await this.#file.truncate(0)
    this.#size = 0
    await this.write(content)
  }

  async bytes(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(this.#size)
    let at = 0
    for await (const piece of this.read()) at += piece.copy(bytes, at)
    return bytes
  }

  async *read({ start, end }: Part = { start: 0, end: this.#size }): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at))
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, at)
      if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written')
      yield piece.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  async close(): Promise<void> {
    await this.#file.close()
    await rm(this.#path, { force: true })
  }
}
