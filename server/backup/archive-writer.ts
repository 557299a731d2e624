import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yazl from 'yazl'

export interface ArchiveWriter {
  /** Writes all of the content and returns its checksum. */
  add(
    name: string,
    content: AsyncIterable<string | Uint8Array>,
    options?: { compress: boolean },
  ): Promise<string>
}

/**
 * Writes a ZIP that gets its name only once it is complete and synced to disk. Contents are streamed, never held in
 * memory as a whole.
 */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomUUID()}.part`
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const zip = new yazl.ZipFile()

  async function add(
    name: string,
    content: AsyncIterable<string | Uint8Array>,
    { compress } = { compress: true },
  ): Promise<string> {
    stopped.throwIfAborted()
    const hash = createHash('sha256')
    const stream = addAbortSignal(stopped, Readable.from(hashing(content, hash), { objectMode: false }))
    zip.addReadStream(stream, name, { compressionLevel: compress ? FAST : 0, mode: 0o100600 })
    await finished(stream)
    return hash.digest('hex')
  }

  async function fillAndEnd() {
    await fill({ add })
    zip.end()
  }

  const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  const whole = pipeline(zip.outputStream, target, { signal: stopped })
  try {
    // If one fails, the other is aborted, since it would wait forever.
    const failing = (error: unknown) => {
      stop.abort(error)
      throw error
    }
    await Promise.all([whole.catch(failing), fillAndEnd().catch(failing)])
    await rename(unfinished, path)
    await sync(dirname(path))
  } catch (error) {
    await whole.catch(() => undefined)
    await rm(unfinished, { force: true })
    throw stopped.reason ?? error
  }
}

/** The embedded database serves nothing else while it is backed up. */
const FAST = 1

async function* hashing(content: AsyncIterable<string | Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk)
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
}

async function sync(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
