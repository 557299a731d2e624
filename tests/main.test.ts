import { expect, test } from 'vitest'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { launch } from '#tests/launch.ts'
import { freePort } from '#tests/ports.ts'

test('bound to every address without settings, as in a container, it starts without sandboxes', async () => {
  const port = String(await freePort())
  const { child, ready, exit } = launch({ DATA_DIRECTORY: scratchDirectory(), HOST: '0.0.0.0', PORT: port })
  const message = await ready
  expect(message).toMatch(/sign-in +passkeys$/m)
  expect(message).not.toContain('sandbox')
  const origin = `http://localhost:${port}`
  expect((await fetch(`${origin}/api/oauth/google/redirect_url`)).status).toBe(404)
  expect((await fetch(`${origin}/sandbox/identity/auth`)).status).toBe(404)
  child.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
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
    SIGN_IN: 'oidc, email',
  })
  expect((await exit)[0]).toBe(1)
  const message = await errors
  for (const name of ['OIDC_CLIENT_ID', 'SMTP_URL', 'SECRET']) expect(message).toContain(name)
  expect(message).not.toContain('    at ')
})
