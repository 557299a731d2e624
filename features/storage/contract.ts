import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'

export const MAX_FILE_BYTES = 100 * 1024 * 1024

export const FileInfo = z.object({
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  type: z.string().meta({ description: 'The media type, detected from the content.' }),
  sha256: z.string(),
})
export type FileInfo = z.output<typeof FileInfo>

export const StorageUsage = z.object({
  used_bytes: z.number().meta({
    description: 'The size of all uploaded files. The same content counts once, however many records use it.',
  }),
  quota_bytes: z.number().meta({ description: '1 GB on a trial and on the free plan, 20 GB on paid plans.' }),
})
export type StorageUsage = z.output<typeof StorageUsage>

export const storageApi = endpoints({
  usage: {
    method: 'GET',
    path: '/api/account/storage',
    access: 'account',
    summary: 'Use of the storage quota',
    response: StorageUsage,
  },
})
