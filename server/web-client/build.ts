import { spawn } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { createReadStream, createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const ROOT = join(import.meta.dirname, '../..')
const BUILD_DIRECTORY = join(ROOT, 'dist/web')
/** The files that browsers load. */
export const WEB_DIRECTORY = join(BUILD_DIRECTORY, 'public')
/** Written by `compile.ts`. */
export const PAGES_FILE = join(BUILD_DIRECTORY, 'pages.json')
/** `web/prerender.tsx` with all that it imports. */
export const PRERENDER_FILE = join(BUILD_DIRECTORY, 'prerender/prerender.js')
/** By source file: the built file and what it imports, as Vite writes it. */
export const MANIFEST_FILE = join(BUILD_DIRECTORY, 'manifest.json')
const STAMP = join(ROOT, 'dist/web.stamp')

const SOURCE_FOLDERS = ['web', 'core', 'features', 'server/web-client']
const SOURCE_FILES = ['vite.config.ts', 'package-lock.json']
const TESTS = /\.test\.tsx?$/

/** Builds the web client if any of its sources has changed since the last build. */
export async function buildWebIfStale(): Promise<void> {
  const sources = sourcePaths()
  const stamp = await readFile(STAMP, 'utf8').catch(() => '')
  const [builtTimes, builtContents] = stamp.split('\n')
  const times = hash('sha256', sources.map(timesOf).join('\n'))
  // Most starts end here, since looking into all files takes longer. A copy or checkout has other times, but the same contents.
  if (times === builtTimes) return
  const contents = fingerprint(sources)
  if (contents !== builtContents) await buildWeb()
  // The user who runs an image may not write into it.
  await writeFile(STAMP, `${times}\n${contents}`).catch(() => undefined)
}

/** Built in another directory and moved once complete, so neither a crash nor a second start leaves an incomplete client. */
async function buildWeb(): Promise<void> {
  const aside = `${BUILD_DIRECTORY}.${process.pid}`
  try {
    await run(join(import.meta.dirname, 'compile.ts'), [aside])
    await compressAssets(join(aside, 'public'))
    await putInPlace(aside)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Another process may move its own build there between the two steps; then this one tries again. */
async function putInPlace(aside: string): Promise<void> {
  await rm(BUILD_DIRECTORY, { recursive: true, force: true })
  try {
    await rename(aside, BUILD_DIRECTORY)
  } catch (error) {
    if (!isOccupied(error)) throw error
    await putInPlace(aside)
  }
}

const isOccupied = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')

/** Without promises, which would take four times as long for a thousand small files. */
function sourcePaths(): string[] {
  const paths = SOURCE_FILES.map((path) => join(ROOT, path))
  for (const folder of SOURCE_FOLDERS)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !TESTS.test(entry.name)) paths.push(join(entry.parentPath, entry.name))
  return paths.sort()
}

const timesOf = (path: string): string => {
  const { size, mtimeMs } = statSync(path)
  return `${path} ${size} ${mtimeMs}`
}

function fingerprint(paths: string[]): string {
  const all = createHash('sha256')
  for (const path of paths) {
    const content = readFileSync(path)
    all.update(`${path.slice(ROOT.length)}\0${content.length}\0`).update(content)
  }
  return all.digest('hex')
}

const COMPRESSIBLE = ['**/*.{js,css,html,svg,json,txt,webmanifest}']
const MIN_COMPRESSED_BYTES = 512

async function compressAssets(directory: string): Promise<void> {
  const paths: string[] = []
  for await (const path of glob(COMPRESSIBLE, { cwd: directory })) paths.push(join(directory, path))
  await Promise.all(
    paths.map(async (path) => {
      if ((await stat(path)).size < MIN_COMPRESSED_BYTES) return
      const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
      await Promise.all([
        pipeline(createReadStream(path), brotli, createWriteStream(`${path}.br`)),
        pipeline(createReadStream(path), createGzip({ level: 9 }), createWriteStream(`${path}.gz`)),
      ])
    }),
  )
}

/** In a process of its own, so that its memory is freed. */
function run(script: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      // biome-ignore lint/style/noProcessEnv: with another NODE_ENV, Vite would build a client for developers
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The web client could not be built.')),
    )
  })
}
