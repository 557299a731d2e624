import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Asset, fonts } from '#sandbox/fonts.ts'

const styles = readFileSync(new URL('sandbox.css', import.meta.url))

const icon = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="3" y="7" width="26" height="18" rx="4" fill="#1e5a43"/><path d="M3 12h26v4H3z" fill="#faf8f4"/></svg>',
)

export const assets = new Map<string, Asset>([
  ['sandbox.css', { type: 'text/css; charset=utf-8', body: styles }],
  ['icon.svg', { type: 'image/svg+xml', body: icon }],
  ...fonts,
])

export const stylesVersion = createHash('sha256').update(styles).digest('hex').slice(0, 12)
