import type { FastifyBaseLogger } from 'fastify'
import type { Secrets } from '#server/crypto/secret.ts'
import type { Database } from '#server/database/database.ts'
import type { FileStore } from '#server/files/store.ts'
import type { JobQueue } from '#server/jobs/queue-types.ts'

/** What is backed up, and what is restored into. */
export interface BackupDependencies {
  database: Database
  files: FileStore
  /** Asked for when something is restored: to open a queue is to bring its tables up to date. */
  jobs(): Promise<JobQueue>
  secrets: Secrets
  dataDirectory: string
  log: FastifyBaseLogger
}
