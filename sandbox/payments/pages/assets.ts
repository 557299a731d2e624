import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export interface Asset {
  type: string
  body: Buffer
}

const installed = createRequire(import.meta.url)
const fonts = '@fontsource-variable'

const styles = readFileSync(new URL('sandbox.css', import.meta.url))

export const assets = new Map<string, Asset>([
  ['sandbox.css', { type: 'text/css; charset=utf-8', body: styles }],
  ['inter.woff2', font(`${fonts}/inter/files/inter-latin-wght-normal.woff2`)],
  ['source-serif.woff2', font(`${fonts}/source-serif-4/files/source-serif-4-latin-wght-normal.woff2`)],
])

function font(path: string): Asset {
  return { type: 'font/woff2', body: readFileSync(installed.resolve(path)) }
}

export const stylesVersion = createHash('sha256').update(styles).digest('hex').slice(0, 12)
