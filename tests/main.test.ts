import { expect, test } from 'vitest'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { launch } from '#tests/launch.ts'
import { freePort } from '#tests/ports.ts'

test('bound to every address without keys, as in a container, it stops and lists what is missing', async () => {
  const { exit, errors } = launch({ DATA_DIRECTORY: scratchDirectory(), HOST: '0.0.0.0' })
  expect((await exit)[0]).toBe(1)
  const message = await errors
  for (const name of ['PUBLIC_URL', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'SECRET'])
    expect(message).toContain(name)
})

test('exposed on purpose it warns when it starts, and on every page', async () => {
  const port = String(await freePort())
  const { child, ready, exit } = launch({
    PORT: port,
    DATA_DIRECTORY: scratchDirectory(),
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
  const { exit, errors } = launch({
    DATA_DIRECTORY: scratchDirectory(),
    PUBLIC_URL: 'https://daybook.example.com',
  })
  expect((await exit)[0]).toBe(1)
  const message = await errors
  expect(message).toContain('GOOGLE_CLIENT_ID')
  expect(message).toContain('SECRET')
  expect(message).not.toContain('    at ')
})
