import type { Readable } from 'node:stream'
import { NotFound } from '#server/errors.ts'
import type { Spool } from './spool.ts'

/** A stored file is named by its hash, so the same content is stored once. */
export interface StoredFile {
  sha256: string
  size: number
  /** Detected from the content, whatever its sender says. */
  type: string
}

/** A stored file that is kept if a record claims it, and removed otherwise. */
export interface ReceivedFile extends StoredFile {
  lease: number
}

export interface ByteRange {
  /** Both included. */
  start: number
  end: number
}

export interface OpenedFile {
  content: Readable
  /** Size of the whole file, whatever the range. */
  size: number
}

export interface PutOptions {
  limitBytes: number
  /** Called with the hash once it is known, before anything is stored under it. */
  beforeStoring?: (sha256: string) => Promise<void>
}

export interface FileStore {
  /** Stores a stream without holding it in memory. A stream that breaks off leaves nothing behind. */
  put(content: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredFile>
  /** A temporary file on the local disk. */
  spool(): Promise<Spool>
  /** Throws `NotFound`. */
  open(sha256: string, range?: ByteRange): Promise<OpenedFile>
  has(sha256: string, size: number): Promise<boolean>
  /** Does nothing if the file is not there. */
  remove(sha256: string): Promise<void>
}

declare module '#server/services.ts' {
  interface Services {
    files: FileStore
  }
}

/** The storage key of a file. Anything but a hash is refused. */
export function keyOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw missingFile()
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

export const missingFile = () => new NotFound('File not found')
