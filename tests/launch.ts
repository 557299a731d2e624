import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { startCommand } from './start-command.ts'

/** Daybook as `npm start` runs it, with this environment and no other. */
export function launch(environment: NodeJS.ProcessEnv) {
  const [command = '', ...args] = startCommand()
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors = text(child.stderr)
  const ready = new Promise<string>((resolve) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Daybook is ready')) resolve(output)
    })
    child.once('exit', () => resolve(output))
  })
  return { child, ready, errors, exit: once(child, 'exit') as Promise<[number | null]> }
}
