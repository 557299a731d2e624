import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClusterInWorker } from './template.ts'

const engineMajor = '18'

export const defaultCacheDirectory = fileURLToPath(
  new URL('../../../node_modules/.cache/daybook/', import.meta.url),
)

export interface DirectoryOptions {
  /** The directory of PostgreSQL's files. */
  directory: string
  /** Caches an empty database, so that only the first start has to create one. */
  cacheDirectory: string
}

export async function prepareDirectory({ directory, cacheDirectory }: DirectoryOptions) {
  const version = await readVersion(directory)
  if (version === engineMajor) return
  if (version) {
    throw new Error(
      `The database in ${directory} was created by PostgreSQL ${version}, but this Daybook embeds PostgreSQL ${engineMajor}: back it up with the version of Daybook that created it, move it away, and restore the backup here.`,
    )
  }
  await refuseForeignFiles(directory)
  await removeUnfinished(directory)
  const unfinished = unfinishedName(directory)
  const template = await ensureTemplate(cacheDirectory)
  if (template) await cp(template, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE })
  else await createClusterInWorker(unfinished)
  await publish(unfinished, directory, { directory: 0o700, file: 0o600 })
}

/** Creates the cached empty database before the first start, for example while an image is built. */
export async function ensureTemplate(cacheDirectory: string): Promise<string | undefined> {
  const template = path.join(cacheDirectory, `postgresql-${engineMajor}-pglite-${await engineVersion()}`)
  if (await readVersion(template)) return template
  if (!(await isWritable(cacheDirectory))) return undefined
  const unfinished = unfinishedName(template)
  try {
    await createClusterInWorker(unfinished)
    await publish(unfinished, template, { directory: 0o755, file: 0o644 })
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await readVersion(template))) throw error
  }
  return template
}

async function engineVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')))
  return (JSON.parse(manifest.toString()) as { version: string }).version
}

async function readVersion(directory: string): Promise<string | undefined> {
  const version = await readFile(path.join(directory, 'PG_VERSION'), 'utf8').catch(absent)
  return version?.trim()
}

async function refuseForeignFiles(directory: string) {
  const files = (await readdir(directory).catch(absent)) ?? []
  if (files.length === 0) return
  throw new Error(
    `${directory} holds files, but no database: move them away, or give Daybook another data directory.`,
  )
}

async function removeUnfinished(directory: string) {
  const parent = path.dirname(directory)
  const prefix = `${path.basename(directory)}.unfinished-`
  const left = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  for (const name of left) await rm(path.join(parent, name), { recursive: true, force: true })
}

function unfinishedName(directory: string) {
  return `${directory}.unfinished-${randomUUID()}`
}

async function isWritable(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true })
    await access(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** After the rename every file is on disk, so it survives a power cut. */
async function publish(unfinished: string, directory: string, modes: { directory: number; file: number }) {
  const entries = await readdir(unfinished, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const directories = entries.filter((entry) => entry.isDirectory())
  await settle(files.map(fullPath), modes.file)
  await settle([...directories.map(fullPath), unfinished], modes.directory)
  await rename(unfinished, directory)
  await sync(path.dirname(directory))
}

function fullPath(entry: { parentPath: string; name: string }) {
  return path.join(entry.parentPath, entry.name)
}

async function settle(paths: string[], mode: number) {
  const queue = paths.values()
  const workers = Array.from({ length: 8 }, async () => {
    for (const each of queue) {
      await chmod(each, mode)
      await sync(each)
    }
  })
  await Promise.all(workers)
}

async function sync(file: string) {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function absent(error: unknown): undefined {
  const codes: unknown[] = ['ENOENT', 'ENOTDIR']
  if (error instanceof Error && 'code' in error && codes.includes(error.code)) return undefined
  throw error
}
