import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** More than all tests together write. In a container there are often 64 MB. */
const ENOUGH_BYTES = 4 * 1024 ** 3

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize >= ENOUGH_BYTES
}

/** Temporary files are in memory if there is enough of it: databases sync thousands of files that nobody keeps. */
if (!tmpdir().startsWith(MEMORY) && hasRoom(MEMORY)) process.env.TMPDIR = MEMORY
