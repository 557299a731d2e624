import { type Database, dbOnPool } from './database.ts'
import type { OpenEmbeddedOptions } from './embedded/open.ts'
import type { OpenServerOptions } from './server.ts'

/** A PostgreSQL server if there is a `url`, otherwise the embedded database in `dataDirectory`. */
export type OpenOptions = OpenEmbeddedOptions & Omit<OpenServerOptions, 'url'> & { url?: string | undefined }

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const opened = await open(options)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= opened.close()
    return closed
  }
  return {
    ...opened,
    close,
    db: dbOnPool(opened.pool, { statements: options.directUrl ? 'unnamed' : 'named' }),
  }
}

/** Only what it needs is loaded. */
async function open({ url, ...options }: OpenOptions): Promise<Omit<Database, 'db'>> {
  if (!url) {
    const { openEmbedded } = await import('./embedded/open.ts')
    return openEmbedded(options)
  }
  const { openServer } = await import('./server.ts')
  return openServer({ ...options, url })
}
