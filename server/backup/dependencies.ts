import type { FastifyBaseLogger } from 'fastify'
import type { Secrets } from '#server/crypto/secret.ts'
import type { Database } from '#server/database/database.ts'
import type { FileStore } from '#server/files/store.ts'
import type { OpenQueue } from '#server/jobs/queue.ts'

/** What is backed up, and what is restored into. */
export interface BackupDependencies {
  database: Database
  files: FileStore
  /** Opens the queue when it is needed, which brings its tables up to date. */
  jobs(): Promise<OpenQueue>
  secrets: Secrets
  dataDirectory: string
  log: FastifyBaseLogger
}
