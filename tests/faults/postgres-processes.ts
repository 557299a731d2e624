import { spawnSync } from 'node:child_process'
import type { Query } from './snapshot.ts'

/** Every process of a PostgreSQL server, the first one first. */
export async function findPostgresProcesses(query: Query): Promise<number[]> {
  const [row] = await query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  const postmaster = Number(row?.pid)
  const children = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' }).stdout
  return [postmaster, ...children.split('\n').filter(Boolean).map(Number)]
}

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
