import type { FastifyBaseLogger } from 'fastify'
import type { Secrets } from '#server/crypto/secret.ts'
import type { Database } from '#server/database/database.ts'
import type { FileStore } from '#server/files/store.ts'
import type { OpenQueue } from '#server/jobs/queue.ts'

/** The data to back up, or to restore into. */
export interface BackupDependencies {
  database: Database
  files: FileStore
  /** Opens the queue, which also migrates its tables. */
  jobs(): Promise<OpenQueue>
  secrets: Secrets
  dataDirectory: string
  log: FastifyBaseLogger
}
