import { z } from 'zod'
import type { Db } from '#server/database/database.ts'

/** What waits in the queue: never more than ids, since whoever reads the database reads it. */
export const Payload = z.object({
  account: z.number().int(),
  data: z.unknown(),
  /** When it is due by the app's clock, which may be turned; the queue's own clock is the database's. */
  due: z.string().optional(),
})
export type Payload = z.output<typeof Payload>

export interface PutOptions {
  delaySeconds?: number
  singletonKey?: string | undefined
}

/** Where jobs wait, as actions see it. */
export interface JobQueue {
  put(db: Db, name: string, payload: Payload | null, options?: PutOptions): Promise<boolean>
}

declare module '#server/services.ts' {
  interface Services {
    jobs: JobQueue
  }
}
