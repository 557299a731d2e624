import { readFileSync } from 'node:fs'

/** The command of `npm start`, which begins with a variable. */
export function startCommand(): string[] {
  const manifest: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  return ['env', ...manifest.scripts.start.split(' ')]
}
