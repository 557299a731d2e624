import { spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { freePort } from './ports.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const ignored = new Set(readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean))

/** The user of a container, where this machine can take their place. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Everything in the directory of the build, as `COPY . .` has it. */
function copySources(target: string): void {
  cpSync('.', target, {
    recursive: true,
    filter: (path) => !ignored.has(path.split('/')[0] ?? ''),
  })
}

async function run(directory: string, command: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: directory,
    env: { ...PLAIN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect({ code, said: code === 0 ? '' : (await said).join('') }).toEqual({ code: 0, said: '' })
}

const PLAIN = { PATH: process.env.PATH, HOME: process.env.HOME }

test('what the image is made of runs as somebody who can write nothing but /data, without development dependencies', async () => {
  expect(dockerfile).toMatch(/^RUN npm ci$/m)
  const [, build = '', prune = ''] = /^RUN (node \S+) && (npm prune --omit=dev)$/m.exec(dockerfile) ?? []
  expect([build, prune]).toEqual(['node server/web-client/command.ts', 'npm prune --omit=dev'])

  const app = join(scratchDirectory(), 'app')
  mkdirSync(app)
  copySources(app)
  // Installed from what this machine has, since the registry may be out of reach.
  cpSync('node_modules', join(app, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== 'node_modules/.cache',
  })
  const inApp = { PATH: `${app}/node_modules/.bin:${process.env.PATH}` }
  await run(app, build.split(' '), inApp)
  await run(app, [...prune.split(' '), '--offline', '--ignore-scripts'], inApp)
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(devDependencies)).toContain('vitest')
  expect(() => readFileSync(join(app, 'node_modules/vitest/package.json'))).toThrow('ENOENT')

  const data = scratchDirectory()
  chmodSync(data, 0o700)
  if (NOBODY.uid) chownSync(data, NOBODY.uid, NOBODY.gid)
  openParents(app, data)
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [, ...args] = JSON.parse(command) as string[]
  const port = await freePort()
  const server = spawn(join(app, 'node_modules/.bin/node'), args, {
    cwd: app,
    ...NOBODY,
    env: {
      ...inApp,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIRECTORY: data,
      PUBLIC_URL: 'https://daybook.example.com',
      SECRET: 'x'.repeat(32),
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors = text(server.stderr)
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve))
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await exited
  })
  const ready = async () => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (answer?.ok) return 'ready'
      await setTimeout(100)
    }
  }
  expect(await Promise.race([ready(), exited.then(() => errors)])).toBe('ready')
})

/** Temporary directories belong to who made them. */
function openParents(...directories: string[]): void {
  for (const directory of directories) chmodSync(join(directory, '..'), 0o755)
}
