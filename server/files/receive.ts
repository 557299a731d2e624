import { sql } from 'kysely'
import type { PublicContext } from '#server/context.ts'
import type { StoredFile } from './store.ts'

/**
 * Stores a file, outside a transaction. It is recorded as unused, so that it is removed later if no record claims it: the
 * upload may still be refused.
 */
export async function receiveFile(
  { db, services, now }: PublicContext,
  content: AsyncIterable<Uint8Array>,
  options: { limitBytes: number },
): Promise<StoredFile> {
  const stored = await services.files.put(content, options)
  await sql`
    insert into stored_files (sha256, unused_since) values (${stored.sha256}, ${now}) on conflict do nothing`.execute(
    db,
  )
  return stored
}
