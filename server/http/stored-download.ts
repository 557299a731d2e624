import type { PublicContext } from '#server/context.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { StoredDownload } from './download.ts'

/** A stored file as a download, under the name that its owner gave it. */
export const storedDownload = (
  { services }: PublicContext,
  { sha256, type, size, name }: StoredFile & { name: string },
): StoredDownload => ({
  name,
  type,
  size,
  etag: `"${sha256}"`,
  open: async (range) => (await services.files.open(sha256, range)).content,
})
