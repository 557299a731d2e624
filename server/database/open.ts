import { type Database, dbOnPool } from './database.ts'
import { type OpenEmbeddedOptions, openEmbedded } from './embedded/open.ts'
import { type OpenServerOptions, openServer } from './server.ts'

/** A PostgreSQL server if there is a `url`, otherwise the embedded database in `dataDirectory`. */
export type OpenOptions = OpenEmbeddedOptions & Omit<OpenServerOptions, 'url'> & { url?: string | undefined }

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url } = options
  const opened = url ? await openServer({ ...options, url }) : await openEmbedded(options)
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
