import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from 'vite'

/** Public pages, the portal and sign-in, which are of no use without a connection. */
const ONLINE_ONLY =
  /\/features\/(?:pages\/(?:landing|pricing|portal)|foundation\/sign-in|engagement\/(?:approvals|notifications))\/[\w-]+-(?:screen|frame)\.tsx$/
/** Reads the PDFs that the server sends. */
const READS_PDF = /\/pdf-pages\.tsx$/
const FIRST_FONT = /-latin-(?:wght|600)-normal[^/]*\.woff2$/

/** The built files of the app's screens and of all that they load later. */
export function appFiles(manifest: Manifest): string[] {
  const keys = new Set(['index.html'])
  const files = new Set<string>()
  for (const key of keys) {
    const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key] ?? { file: '' }
    for (const used of [file, ...css, ...assets.filter((asset) => FIRST_FONT.test(asset))]) files.add(used)
    for (const next of [...imports, ...dynamicImports])
      if (!ONLINE_ONLY.test(next) && !READS_PDF.test(next)) keys.add(next)
  }
  return [...files].filter(Boolean).sort()
}

const UNHASHED = [
  'theme.js',
  'favicon.svg',
  'favicon-running.svg',
  'manifest.webmanifest',
  'icons/icon-192.png',
]

/** For workbox. The name of a hashed file says its revision. */
export async function precacheList(
  directory: string,
  hashed: string[],
): Promise<{ url: string; revision: string | null }[]> {
  const revisionOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(join(directory, file)))
      .digest('hex')
      .slice(0, 16)
  return [
    { url: '/app-shell.html', revision: await revisionOf('index.html') },
    ...hashed.map((file) => ({ url: `/${file}`, revision: null })),
    ...(await Promise.all(
      UNHASHED.map(async (file) => ({ url: `/${file}`, revision: await revisionOf(file) })),
    )),
  ]
}
