import { readFileSync } from 'node:fs'

/** What `npm start` runs. */
export function startCommand(): string[] {
  const manifest: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  return manifest.scripts.start.split(' ')
}

/** With which options it runs Node. */
export const startOptions = (): string[] => startCommand().slice(1, -1)
