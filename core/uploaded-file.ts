import { z } from 'zod'

export const MAX_FILE_BYTES = 100 * 1024 * 1024

export const FileInfo = z.object({
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  type: z.string().meta({ description: 'The media type, detected from the content.' }),
  sha256: z.string(),
})
export type FileInfo = z.output<typeof FileInfo>
