import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import yauzl, { type Entry } from 'yauzl'

/** The ZIP cannot be read as an export of Daybook. */
export class UnreadableExport extends Error {}

export interface ExportReader {
  /** The rows of a CSV below its header, by the names of their columns. */
  rows(name: string): AsyncGenerator<Record<string, string>>
  /** The SHA-256 of a file; undefined if the export does not contain it. */
  hash(name: string): Promise<string | undefined>
  /** The names of the files in a folder. */
  filesIn(folder: string): string[]
  close(): void
}

/** Much more than text compresses to, and little enough for a hostile ZIP to do no harm. */
const EXPANDS_AT_MOST = { bytes: 100 * 1024 ** 2, times: 200 }

const LONGEST_ROW = 64 * 1024 ** 2

/** Opens the ZIP of an account's export. Nothing is unpacked, and a row is in memory at a time. */
export async function openExport(path: string): Promise<ExportReader> {
  const size = await stat(path).then(
    (found) => found.size,
    () => {
      throw new UnreadableExport(`${path} does not exist.`)
    },
  )
  const zip = await unlessDamaged(() => yauzl.openPromise(path, { autoClose: false, lazyEntries: true }))
  const entries = new Map<string, Entry>()
  let allowance = EXPANDS_AT_MOST.bytes + EXPANDS_AT_MOST.times * size

  async function* contentOf(entry: Entry): AsyncGenerator<Uint8Array> {
    const stream = await unlessDamaged(() => zip.openReadStreamPromise(entry))
    for await (const chunk of damagedUnlessRead(stream)) {
      allowance -= chunk.length
      if (allowance < 0) throw new UnreadableExport('This ZIP expands to far more than an export would.')
      yield chunk
    }
  }

  async function* rows(name: string): AsyncGenerator<Record<string, string>> {
    const entry = entries.get(name)
    if (!entry) throw new UnreadableExport(`This is not a complete export of Daybook: it has no ${name}.`)
    const parser = parse({ bom: true, columns: true, max_record_size: LONGEST_ROW })
    const content = Readable.from(contentOf(entry), { objectMode: false })
    content.on('error', (error) => parser.destroy(error))
    content.pipe(parser)
    try {
      yield* parser
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      throw new UnreadableExport(`${name} is damaged: ${error.message}.`)
    }
  }

  async function hash(name: string): Promise<string | undefined> {
    const entry = entries.get(name)
    if (!entry) return undefined
    const digest = createHash('sha256')
    for await (const chunk of contentOf(entry)) digest.update(chunk)
    return digest.digest('hex')
  }

  try {
    await unlessDamaged(async () => {
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName))
          throw new UnreadableExport(`This ZIP contains ${entry.fileName} twice.`)
        entries.set(entry.fileName, entry)
      }
    })
  } catch (error) {
    zip.close()
    throw error
  }
  return {
    rows,
    hash,
    filesIn: (folder) => [...entries.keys()].filter((name) => name.startsWith(`${folder}/`)),
    close: () => zip.close(),
  }
}

async function* damagedUnlessRead(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw damaged(error)
  }
}

async function unlessDamaged<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof UnreadableExport ? error : damaged(error)
  }
}

const damaged = (error: unknown) =>
  new UnreadableExport(
    `This file cannot be read as a ZIP: ${error instanceof Error ? error.message : String(error)}`,
  )
