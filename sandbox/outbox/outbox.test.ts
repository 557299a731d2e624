import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutboxSandbox } from './server.ts'

const directory = mkdtempSync(join(tmpdir(), 'daybook-outbox-'))
const isLoopback = (hostname: string) => hostname === 'localhost'
let server: Server
let base: string

beforeAll(async () => {
  const url = new URL('http://localhost/sandbox/outbox')
  const { handle } = createOutboxSandbox({ directory, url, allowsHost: isLoopback })
  server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  base = `http://localhost:${(server.address() as AddressInfo).port}/sandbox/outbox`
})
afterAll(() => {
  server.close()
  rmSync(directory, { recursive: true, force: true })
})

let written = 0
function write(subject: string, html: string): string {
  const name = crypto.randomUUID()
  const path = join(directory, `${name}.eml`)
  const message = [
    'From: Daybook <daybook@localhost>',
    'To: client@example.net',
    `Subject: ${subject}`,
    `Message-ID: <${name}@localhost>`,
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Plain <b>words</b>',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--b',
    'Content-Type: image/png; name=logo.png',
    'Content-ID: <logo>',
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw==',
    '--b--',
  ].join('\r\n')
  writeFileSync(path, message)
  const at = new Date(Date.UTC(2026, 0, 1) + ++written * 1000)
  utimesSync(path, at, at)
  return name
}

const get = async (path: string) => {
  const response = await fetch(`${base}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the outbox', () => {
  test('is empty before the first mail', async () => {
    rmSync(directory, { recursive: true, force: true })
    expect((await get('')).text).toContain('No emails yet')
  })
})

describe('a mail in the outbox', () => {
  let name: string
  beforeAll(() => {
    mkdirSync(directory, { recursive: true })
    write('Older', '<p>Old</p>')
    name = write(
      'Newer <script>alert(1)</script>',
      '<html><head></head><body><img src="cid:logo"><a href="/x">Go</a></body></html>',
    )
    writeFileSync(join(directory, '.half-written'), 'x')
  })

  test('is listed, newest first, with a note that this is a sandbox', async () => {
    const { text, headers } = await get('')
    expect(text.indexOf('Newer')).toBeLessThan(text.indexOf('Older'))
    expect(text).toContain('Sandbox.')
    expect(text).not.toContain('<script>')
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect((await get('/')).status).toBe(200)
  })

  test('is shown with its headers and its text as text', async () => {
    const { text } = await get(`/${name}`)
    for (const part of ['daybook@localhost', 'client@example.net', 'Plain &lt;b&gt;words&lt;/b&gt;'])
      expect(text).toContain(part)
    expect(text).not.toContain('Attached')
  })

  test('runs no scripts, opens its links in a new window, and shows the pictures that it brings', async () => {
    const { text, headers } = await get(`/${name}/html`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/)
    expect(text).toContain('<head><base target="_blank">')
    expect(text).toContain('<img src="data:image/png;base64,iVBORw==">')
  })

  test('can be downloaded unchanged', async () => {
    const { text, headers } = await get(`/${name}/raw`)
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(text).toContain(`Message-ID: <${name}@localhost>`)
  })

  test.each(['/%2e%2e%2fsecret', '/nothing', `/${'0'.repeat(36)}`, '/a/b/c'])('is not %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

test('a public address gets no outbox', () => {
  const url = new URL('https://daybook.example.com/sandbox/outbox')
  expect(() => createOutboxSandbox({ directory, url, allowsHost: isLoopback })).toThrow('does not run')
})
