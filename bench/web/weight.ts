import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { WEB_DIRECTORY } from '#server/web-build.ts'

export interface Weight {
  gzip: number
  brotli: number
}

/** The scripts that a page fetches from now on, and what they weigh on the wire in either encoding. */
export function weighScripts(page: Page): () => Weight {
  const paths = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) paths.add(pathname)
  })
  return () => ({ gzip: sum(paths, '.gz'), brotli: sum(paths, '.br') })
}

const sum = (paths: Set<string>, encoding: string): number =>
  [...paths].reduce((total, path) => total + sizeOf(join(WEB_DIRECTORY, path), encoding), 0)

/** What is too small to be worth it is sent as it is. */
const sizeOf = (file: string, encoding: string): number =>
  statSync(existsSync(file + encoding) ? file + encoding : file).size
