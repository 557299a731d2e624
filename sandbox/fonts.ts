import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export interface Asset {
  type: string
  body: Buffer
}

const installed = createRequire(import.meta.url)

const font = (path: string): Asset => ({
  type: 'font/woff2',
  body: readFileSync(installed.resolve(path)),
})

/** The typefaces of the product, by file name. */
export const fonts = new Map<string, Asset>([
  ['inter.woff2', font('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')],
  ['source-serif.woff2', font('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2')],
])
