import { z } from 'zod'

export const MAX_FILE_BYTES = 100 * 1024 * 1024

export const FileInfo = z.object({
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  type: z.string().meta({ description: 'The media type, detected from the content.' }),
  sha256: z.string(),
})
export type FileInfo = z.output<typeof FileInfo>

/** Pictures that every browser shows. An SVG is none of them: it can contain scripts. */
export const SHOWN_PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
export const PDF = 'application/pdf'

/** The way to show a file of this detected type; null if it can only be downloaded. */
export const viewOf = (type: string): 'picture' | 'pdf' | null =>
  SHOWN_PICTURES.includes(type) ? 'picture' : type === PDF ? 'pdf' : null
