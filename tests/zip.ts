import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import yazl from 'yazl'

/** The content of a ZIP: each file's text by its name. Fails on an archive that is cut off or damaged. */
export async function unzip(archive: Buffer): Promise<Map<string, string>> {
  return new Map([...(await unzipBytes(archive))].map(([name, content]) => [name, content.toString()]))
}

/** The same, byte by byte. */
export async function unzipBytes(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await yauzl.fromBufferPromise(archive)
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

/** A ZIP with these files. */
export function zipOf(files: Iterable<[name: string, content: Buffer]>): Promise<Buffer> {
  const archive = new yazl.ZipFile()
  for (const [name, content] of files) archive.addBuffer(content, name)
  archive.end()
  return buffer(archive.outputStream)
}
