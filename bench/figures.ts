import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTS = ['README.md', 'docs/BENCHMARKS.md', 'docs/FAULTS.md', 'docs/SCALING.md']

/** In the documents, figures stand between `<!-- bench: name -->` and `<!-- /bench -->`. */
const BLOCK = /(<!-- bench: (\w+) -->\n).*?(<!-- \/bench -->)/gs

/** Writes what was measured into the documents, by the names of the blocks. Other blocks stay as they are. */
export function documentFigures(figures: Record<string, string>): void {
  for (const document of DOCUMENTS) {
    const path = join(ROOT, document)
    const text = readFileSync(path, 'utf8')
    const updated = text.replace(BLOCK, (block, start: string, name: string, end: string) =>
      name in figures ? `${start}\n${figures[name]}\n\n${end}` : block,
    )
    writeFileSync(path, updated)
  }
}
