import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '#tests/ports.ts'

const directory = mkdtempSync(join(tmpdir(), 'daybook-start-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function launch(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, DATA_DIRECTORY: directory, LOG_LEVEL: 'error', ...environment },
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

test('starts, says what it runs on, refuses a second process on its data, and ends on SIGTERM', async () => {
  const url = inject('postgresUrl')
  const port = String(await freePort())
  const first = launch({ PORT: port, ...(url && { DATABASE_URL: url }) })
  const message = await first.ready
  expect(message).toContain(`http://localhost:${port}`)
  expect(message).toContain(url ? 'PostgreSQL server' : 'embedded')
  expect(message).toContain('sandbox')

  const pageFor = async (path: string, accept: string) => {
    const response = await fetch(`http://localhost:${port}${path}`, { headers: { accept } })
    return response.headers.get('content-type')?.startsWith('text/html') ? response.text() : response.status
  }
  const html = String(await pageFor('/anywhere', 'text/html,application/xhtml+xml,*/*;q=0.8'))
  expect(await pageFor('/client-portal/1.abc?print', '*/*')).toBe(html)
  expect(await pageFor('/anywhere', 'application/json')).toBe(404)
  expect(await pageFor('/anywhere', '*/*')).toBe(404)
  expect(await pageFor('/assets/gone.js', '*/*')).toBe(404)
  expect(await pageFor('/api/anywhere', '*/*')).toBe(404)
  const styles = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? ''
  const asset = await fetch(`http://localhost:${port}${styles}`, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(asset.headers.get('content-encoding')).toBe('br')

  if (!url) {
    const second = launch({ PORT: String(await freePort()) })
    expect((await second.exit)[0]).toBe(1)
    expect((await second.errors).trim().split('\n')).toHaveLength(1)
  }

  first.child.kill('SIGTERM')
  expect((await first.exit)[0]).toBe(0)
})

test('bound to every address without keys, as in a container, it stops with the list of what is missing', async () => {
  const { exit, errors } = launch({ HOST: '0.0.0.0' })
  expect((await exit)[0]).toBe(1)
  const message = await errors
  for (const name of ['PUBLIC_URL', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'SECRET'])
    expect(message).toContain(name)
})

test('exposed on purpose it warns when it starts, and on every page', async () => {
  const port = String(await freePort())
  const { child, ready, exit } = launch({
    PORT: port,
    DATA_DIRECTORY: join(directory, 'exposed'),
    DANGEROUSLY_EXPOSE_SANDBOX: 'anyone-can-sign-in-as-anyone',
  })
  const warning = 'anyone who opens this address can sign in as anyone'
  expect(await ready).toContain(warning)
  for (const path of ['/', '/dashboard', '/client-portal/1.abc']) {
    const headers = { accept: 'text/html', 'x-forwarded-for': '192.0.2.7' }
    const page = await fetch(`http://localhost:${port}${path}`, { headers })
    expect(await page.text(), path).toContain(warning)
  }
  child.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
})

test('with wrong settings it stops with one list of what is wrong', async () => {
  const { exit, errors } = launch({ PUBLIC_URL: 'https://daybook.example.com' })
  expect((await exit)[0]).toBe(1)
  const message = await errors
  expect(message).toContain('GOOGLE_CLIENT_ID')
  expect(message).toContain('SECRET')
  expect(message).not.toContain('    at ')
})
