import type { PublicContext } from '#server/context.ts'
import type { Download } from '#server/download.ts'
import type { StoredFile } from './store.ts'

/** A stored content as a download, under the name that its owner gave it. */
export async function storedDownload(
  { services }: PublicContext,
  { sha256, type, name }: Pick<StoredFile, 'sha256' | 'type'> & { name: string },
): Promise<Download> {
  const { content, size } = await services.files.open(sha256)
  return { name, content, size, type }
}
