import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file system of a few megabytes. */
export interface SmallDisk {
  path: string
  /** Takes all room but so many bytes. */
  fill(leaving: number): void
  free(): void
  unmount(): void
}

export type Mounted = { disk: SmallDisk } | { reason: string; forbidden: boolean }

export function mountSmallDisk(path: string, megabytes: number): Mounted {
  mkdirSync(path, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    const reason = (mounted.stderr || mounted.error?.message || 'mount failed').trim()
    return { reason, forbidden: process.getuid?.() !== 0 || /permi|denied|superuser/i.test(reason) }
  }
  const ballast = join(path, 'ballast')
  const room = () => {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  }
  const unmount = () => {
    spawnSync('umount', ['--lazy', path])
  }
  const ends = ['exit', 'SIGINT', 'SIGTERM'] as const
  for (const end of ends) process.once(end, unmount)
  return {
    disk: {
      path,
      fill: (leaving) => {
        const block = Buffer.alloc(65_536)
        writeFileSync(ballast, '')
        while (room() > leaving)
          writeFileSync(ballast, block.subarray(0, Math.min(block.length, room() - leaving)), { flag: 'a' })
      },
      free: () => {
        truncateSync(ballast)
        rmSync(ballast)
      },
      unmount: () => {
        unmount()
        for (const end of ends) process.off(end, unmount)
      },
    },
  }
}
