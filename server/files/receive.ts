import { sql } from 'kysely'
import type { PublicContext } from '#server/context.ts'
import type { StoredFile } from './store.ts'

/**
 * Stores a content in no transaction. It is noted as one that no record names yet, so that it is removed in time if
 * nobody claims it: its upload may still be refused.
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
