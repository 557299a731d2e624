import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  'core',
  'dist',
  'features',
  'migrations',
  'package-lock.json',
  'package.json',
  'sandbox',
  'server',
  'vite.config.ts',
  'web',
]
const MIGRATION = 'alter table clients add column next_version text;\n'

/** A copy of Daybook with one more migration. Returns its directory. */
export function copyNextVersion(directory: string): string {
  const copy = join(directory, 'next-version')
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'migrations', '29991231T2359_next_version.sql'), MIGRATION)
  return copy
}
