import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The key that signs cookies: the one that was set, or one kept beside the embedded data. */
export async function signingSecret(given: string | undefined, dataDirectory: string): Promise<string> {
  if (given) return given
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const path = join(dataDirectory, 'secret')
  try {
    await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(path, 'utf8')
}
