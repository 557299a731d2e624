import { spawnSync } from 'node:child_process'
import type { Query } from './snapshot.ts'

/** Every process of a PostgreSQL server, the first one first. */
export async function findPostgresProcesses(query: Query): Promise<number[]> {
  const [row] = await query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  return withChildren(Number(row?.pid))
}

/** A process and those that it has started, the first one first. */
export function withChildren(parent: number): number[] {
  const children = spawnSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' }).stdout
  return [parent, ...children.split('\n').filter(Boolean).map(Number)]
}

/** Processes that have ended already are left out. A negative number is a group of processes. */
export function signalAll(processes: number[], signal: NodeJS.Signals): void {
  for (const process_ of processes) {
    try {
      process.kill(process_, signal)
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
      if (!isGone) throw error
    }
  }
}
