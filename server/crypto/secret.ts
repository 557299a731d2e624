import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What signs and seals. */
export interface Secrets {
  current: string
  /** What was sealed with these can still be opened. A backup that is restored brings its own along. */
  previous(): string[]
  /** Made by Daybook and known to nobody else, so that a backup has to hold it. */
  generatedLocally: boolean
}

interface Given {
  secret?: string | undefined
  previousSecrets: string[]
  dataDirectory: string
}

/** The secret that was set, or one kept beside the data; and those that were in its place before. */
export async function readSecrets({ secret, previousSecrets, dataDirectory }: Given): Promise<Secrets> {
  const kept = join(dataDirectory, 'secret')
  return {
    current: secret ?? (await readOrMake(kept, dataDirectory)),
    previous: () => [
      ...previousSecrets,
      ...(secret ? linesIn(kept) : []),
      ...linesIn(previousPath(dataDirectory)),
    ],
    generatedLocally: secret === undefined,
  }
}

/** From now on what was sealed with these can be opened, by a Daybook that runs already, too. */
export async function keepPrevious(
  secrets: Secrets,
  earlier: string[],
  dataDirectory: string,
): Promise<void> {
  const unknown = earlier.filter((secret) => ![secrets.current, ...secrets.previous()].includes(secret))
  const lines = unknown.map((secret) => `${secret}\n`).join('')
  if (lines) await appendFile(previousPath(dataDirectory), lines, { mode: 0o600, flush: true })
}

const previousPath = (dataDirectory: string) => join(dataDirectory, 'secret.previous')

function linesIn(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readOrMake(path: string, dataDirectory: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(path, 'utf8')
}
