import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { COMPILE_CACHE } from './compile-cache.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory whose database has all migrations and no rows, to be copied. */
    migratedDirectory: string
  }
}

export default function setup(project: TestProject) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'daybook-migrated-'))
  // In a process of its own: Vitest’s module runner, which this file is run by, cannot resolve PGlite’s files.
  execFileSync(process.execPath, ['server/database/fixtures/migrate.ts', dataDirectory, '', MIGRATIONS], {
    env: { ...process.env, ...COMPILE_CACHE },
  })
  project.provide('migratedDirectory', dataDirectory)
  return () => rmSync(dataDirectory, { recursive: true, force: true })
}
