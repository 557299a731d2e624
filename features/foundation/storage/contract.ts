import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'

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
