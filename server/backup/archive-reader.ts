import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import yauzl, { type Entry } from 'yauzl'
import { z } from 'zod'
import { FORMAT, MANIFEST, Manifest } from './manifest.ts'

export interface ArchiveReader {
  manifest: Manifest
  /** An entry's content. Fails at its end if it does not match the manifest. */
  read(name: string, sha256?: string): AsyncGenerator<Uint8Array>
  close(): void
}

export async function openArchive(path: string): Promise<ArchiveReader> {
  const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
    throw new Error(`${path} cannot be opened as a backup: ${error.message}`, { cause: error })
  })
  const entries = new Map<string, Entry>()

  async function* read(name: string, sha256?: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name)
    if (!entry) throw new Error(`This backup is damaged: it has no ${name}.`)
    const hash = createHash('sha256')
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      hash.update(chunk)
      yield chunk
    }
    if (sha256 && hash.digest('hex') !== sha256) {
      throw new Error(`This backup is damaged: ${name} has changed.`)
    }
  }

  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    return { manifest: readManifest(JSON.parse(await text(read(MANIFEST)))), read, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

const AnyManifest = z.object({ format: z.int(), daybook: z.string() })

function readManifest(content: unknown): Manifest {
  const { format, daybook } = AnyManifest.parse(content)
  if (format !== FORMAT) {
    throw new Error(
      `This backup was written by Daybook ${daybook}, in a format that this version does not know.`,
    )
  }
  return Manifest.parse(content)
}

const LINES_AT_ONCE = 500

/** Lines in batches. `readline` cannot be used: it also splits at characters that JSON does not escape. */
export async function* batchesOfLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let batch: string[] = []
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    batch.push(...lines)
    if (batch.length < LINES_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (rest !== '') throw new Error('This backup is damaged: a line is incomplete.')
  if (batch.length > 0) yield batch
}
