import { createHash } from 'node:crypto'
import { formatBytes } from '#core/format.ts'
import { HttpError } from '#server/errors.ts'
import type { StoredFile } from './store.ts'
import { SAMPLE_BYTES, sniffType } from './type.ts'

/** Hashes and counts a stream's bytes, and keeps the first ones to detect its type. */
export class Meter {
  readonly #limitBytes: number
  readonly #hash = createHash('sha256')
  readonly #sample: Uint8Array[] = []
  #size = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  async *measure(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      if (this.#size < SAMPLE_BYTES) this.#sample.push(chunk.slice(0, SAMPLE_BYTES - this.#size))
      this.#size += chunk.length
      if (this.#size > this.#limitBytes) throw tooLarge(this.#limitBytes)
      this.#hash.update(chunk)
      yield chunk
    }
  }

  async result(): Promise<StoredFile> {
    const type = await sniffType(Buffer.concat(this.#sample), this.#size)
    return { sha256: this.#hash.digest('hex'), size: this.#size, type }
  }
}

export const tooLarge = (limitBytes: number) =>
  new HttpError(413, `This file is too large. It can be at most ${formatBytes(limitBytes)}.`, {
    code: 'too_large',
  })

/** All of a small upload, in memory. */
export async function readUpTo(limitBytes: number, content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of new Meter(limitBytes).measure(content)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
