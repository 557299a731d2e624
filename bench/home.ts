import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let home: string | undefined

/** A temporary directory, removed when this process ends at the latest. */
export function newDirectory(): string {
  home ??= makeHome()
  return mkdtempSync(join(home, 'part-'))
}

function makeHome(): string {
  const made = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 5 }))
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  return made
}
