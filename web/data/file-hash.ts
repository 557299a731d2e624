import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** So much is in memory at a time, whatever the size of the file. */
const SLICE_BYTES = 1024 * 1024

interface HashOptions {
  signal: AbortSignal
  /** Called with how many bytes have been read. */
  onProgress(bytes: number): void
}

/**
 * The SHA-256 of a file, computed on this device. Not by `crypto.subtle`, which wants the whole file in memory and does not
 * exist on pages that are not served by HTTPS.
 */
export async function hashFile(file: Blob, { signal, onProgress }: HashOptions): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    hash.update(new Uint8Array(await file.slice(start, start + SLICE_BYTES).arrayBuffer()))
    signal.throwIfAborted()
    onProgress(Math.min(start + SLICE_BYTES, file.size))
  }
  return bytesToHex(hash.digest())
}
