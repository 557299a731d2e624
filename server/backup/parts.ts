import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/database.ts'
import type { FileStore } from '#server/files/store.ts'
import type { JobQueue } from '#server/jobs/waiting.ts'
import type { Secrets } from '#server/secret.ts'

/** What is backed up, and what is restored into. */
export interface BackupParts {
  database: Database
  files: FileStore
  /** Asked for when something is restored: to open a queue is to bring its tables up to date. */
  jobs(): Promise<JobQueue>
  secrets: Secrets
  dataDirectory: string
  log: FastifyBaseLogger
}
