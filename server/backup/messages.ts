import { countOf } from '#core/format.ts'
import type { Manifest } from './manifest.ts'
import type { Restored } from './restore.ts'

export const backupMessages = (file: string, manifest: Manifest): string[] => [
  `Backed up ${contentsOf(manifest)} to ${file}`,
  manifest.secret.included
    ? 'It contains the secret that Daybook generated. Anyone who has this file can read everything: keep it safe.'
    : 'It does not contain SECRET, which you have to keep yourself.',
  ...missingIn(manifest),
]

export const restoreMessages = (file: string, { manifest, advice }: Restored): string[] => [
  `Restored ${contentsOf(manifest)} from ${file}, as of ${manifest.takenAt}`,
  ...missingIn(manifest),
  ...advice,
]

function contentsOf({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  return `${countOf(rows, 'row')} and ${countOf(files.length, 'file')} (${Math.ceil(bytes / 1_048_576)} MB)`
}

const missingIn = ({ missingFiles }: Manifest): string[] =>
  missingFiles.length === 0
    ? []
    : [
        `WARNING: ${countOf(missingFiles.length, 'file was', 'files were')} missing from the file store: ${missingFiles.join(', ')}`,
      ]
