import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

const NAME = /^[0-9a-f-]{36}$/
const LISTED = 200

export interface FiledMail {
  name: string
  writtenAt: Date
  email: Email
}

/** Reads the mails in the outbox's directory, and nothing else. */
export class Mails {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Newest first. */
  async list(): Promise<FiledMail[]> {
    const names = await readdir(this.#directory).catch(() => [])
    const dated = await Promise.all(
      names
        .filter((name) => name.endsWith('.eml') && NAME.test(name.slice(0, -4)))
        .map(async (name) => ({
          name: name.slice(0, -4),
          at: (await stat(join(this.#directory, name))).mtime,
        })),
    )
    dated.sort((one, other) => other.at.getTime() - one.at.getTime() || one.name.localeCompare(other.name))
    const found = await Promise.all(dated.slice(0, LISTED).map(({ name }) => this.read(name)))
    return found.filter((mail) => mail !== undefined)
  }

  async read(name: string): Promise<FiledMail | undefined> {
    const content = await this.content(name)
    if (!content) return undefined
    const { mtime } = await stat(this.#path(name))
    return { name, writtenAt: mtime, email: await PostalMime.parse(content) }
  }

  async content(name: string): Promise<Buffer | undefined> {
    return NAME.test(name) ? readFile(this.#path(name)).catch(() => undefined) : undefined
  }

  #path(name: string): string {
    return join(this.#directory, `${name}.eml`)
  }
}
