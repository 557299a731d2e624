import { expect, inject, test } from 'vitest'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { launch } from '#tests/launch.ts'
import { freePort } from '#tests/ports.ts'

test('starts, prints its services, refuses a second process on its data, and stops on SIGTERM', async () => {
  const url = inject('postgresUrl')
  const port = String(await freePort())
  const DATA_DIRECTORY = scratchDirectory()
  const first = launch({ DATA_DIRECTORY, PORT: port, ...(url && { DATABASE_URL: url }) })
  const message = await first.ready
  expect(message).toContain(`http://localhost:${port}`)
  expect(message).toContain(url ? 'PostgreSQL server' : 'embedded')
  expect(message).toContain('sandbox')

  const pageFor = async (path: string, accept: string) => {
    const response = await fetch(`http://localhost:${port}${path}`, { headers: { accept } })
    return response.headers.get('content-type')?.startsWith('text/html') ? response.text() : response.status
  }
  const html = String(await pageFor('/anywhere', 'text/html,application/xhtml+xml,*/*;q=0.8'))
  expect(await pageFor('/verify/1.abc?print', '*/*')).toContain('<html')
  expect(await pageFor('/anywhere', 'application/json')).toBe(404)
  expect(await pageFor('/anywhere', '*/*')).toBe(404)
  expect(await pageFor('/assets/gone.js', '*/*')).toBe(404)
  expect(await pageFor('/api/anywhere', '*/*')).toBe(404)
  const styles = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? ''
  const asset = await fetch(`http://localhost:${port}${styles}`, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(asset.headers.get('content-encoding')).toBe('br')

  if (!url) {
    const second = launch({ DATA_DIRECTORY, PORT: String(await freePort()) })
    expect((await second.exit)[0]).toBe(1)
    expect((await second.errors).trim().split('\n')).toHaveLength(1)
  }

  first.child.kill('SIGTERM')
  expect((await first.exit)[0]).toBe(0)
})
