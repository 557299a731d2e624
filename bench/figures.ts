import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './machine.ts'

const DOCUMENT = join(import.meta.dirname, '../docs/BENCHMARKS.md')
const HEADING = '## Figures\n'

interface Figures {
  title: string
  date: string
  machine: Machine
  table: string
}

/** The last part of the document is what was measured last. */
export function documentFigures(parts: Figures[]): void {
  const [words = ''] = readFileSync(DOCUMENT, 'utf8').split(HEADING)
  const sections = parts.map(
    ({ title, date, machine, table }) =>
      `### ${title}\n\n${describe(machine)}, ${date.slice(0, 10)}.\n\n${table}\n`,
  )
  writeFileSync(DOCUMENT, `${words}${HEADING}\n${sections.join('\n')}`)
}

const describe = ({ cores, processor, memoryGigabytes, node, postgres }: Machine): string =>
  `${cores} cores of ${processor}, ${memoryGigabytes} GB, Node ${node}, PostgreSQL ${postgres.split(' ')[0]}`
