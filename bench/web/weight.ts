import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { WEB_DIRECTORY } from '#server/web-client/build.ts'

export interface Weight {
  gzip: number
  brotli: number
}

/** The compressed size of a page's scripts: those requested before the heading was painted, and the rest. */
export async function weighScripts(page: Page): Promise<{ script: Weight; later: Weight }> {
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      path: new URL(name).pathname,
      isLater: startTime > (window.seen.heading ?? Number.POSITIVE_INFINITY),
    })),
  )
  const scripts = asked.filter(({ path }) => path.endsWith('.js'))
  const weigh = (later: boolean) => {
    const paths = new Set(scripts.filter(({ isLater }) => isLater === later).map(({ path }) => path))
    return { gzip: sum(paths, '.gz'), brotli: sum(paths, '.br') }
  }
  return { script: weigh(false), later: weigh(true) }
}

const sum = (paths: Set<string>, encoding: string): number =>
  [...paths].reduce((total, path) => total + sizeOf(join(WEB_DIRECTORY, path), encoding), 0)

/** Very small files are sent uncompressed. */
const sizeOf = (file: string, encoding: string): number =>
  statSync(existsSync(file + encoding) ? file + encoding : file).size
