import type { Readable } from 'node:stream'
import { NotFound } from '#server/http/errors.ts'

/** What is known of a stored content. Its name is its hash: the same content is stored once. */
export interface StoredFile {
  sha256: string
  size: number
  /** Told by the content itself; what somebody says of it is not believed. */
  type: string
}

export interface ByteRange {
  /** Both included. */
  start: number
  end: number
}

export interface OpenedFile {
  content: Readable
  /** Of the whole file, whatever the range. */
  size: number
}

/** Where contents are kept. */
export interface FileStore {
  /** Takes a stream to its end without holding it in memory. Leaves nothing behind if it does not come to its end. */
  put(content: AsyncIterable<Uint8Array>, options: { limitBytes: number }): Promise<StoredFile>
  /** Throws `NotFound`. */
  open(sha256: string, range?: ByteRange): Promise<OpenedFile>
  has(sha256: string, size: number): Promise<boolean>
  /** For good; what is not there is removed already. */
  remove(sha256: string): Promise<void>
}

/** Where a content lies. Nothing but a hash names a place. */
export function keyOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw missingFile()
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

export const missingFile = () => new NotFound('This file is not there')
