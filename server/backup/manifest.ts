import { z } from 'zod'

/** The version of the backup format. A reader refuses any other. */
export const FORMAT = 1

const Column = z.object({ name: z.string(), type: z.string() })

export const Table = z.object({ name: z.string(), columns: z.array(Column) })
export type Table = z.output<typeof Table>

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** An entry of the archive with one JSON value per line. */
export const Part = z.object({ rows: z.int(), sha256: Sha256 })
export type Part = z.output<typeof Part>

export const Sequence = z.object({
  table: z.string(),
  column: z.string(),
  lastValue: z.string(),
  isCalled: z.boolean(),
})
export type Sequence = z.output<typeof Sequence>

export const Manifest = z.object({
  format: z.literal(FORMAT),
  daybook: z.string(),
  takenAt: z.string(),
  database: z.enum(['embedded', 'server']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Each after those that it refers to. */
  tables: z.array(Table.extend(Part.shape)),
  sequences: z.array(Sequence),
  jobs: Part,
  /** A file's name is its checksum. */
  files: z.array(z.object({ sha256: Sha256, size: z.int() })),
  /** Referred to by a record, but not in the file store when the backup was made. */
  missingFiles: z.array(z.string()),
  secret: z.object({ fingerprint: z.string(), included: z.boolean() }),
})
export type Manifest = z.output<typeof Manifest>

export const MANIFEST = 'manifest.json'
export const JOBS = 'jobs.ndjson'
export const SECRET = 'secret'
export const tableEntry = (name: string) => `tables/${name}.ndjson`
export const fileEntry = (sha256: string) => `files/${sha256}`
