import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readSettings } from '#server/config/settings.ts'
import { secure } from './security.ts'

const REAL = {
  PUBLIC_URL: 'https://daybook.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SECRET: 'x'.repeat(32),
}

function answering(environment: NodeJS.ProcessEnv) {
  const settings = readSettings(environment)
  const app = Fastify()
  secure(app, settings, { hotReload: false, secretAddresses: [] })
  app.get('/', async () => 'come in')
  return async (remoteAddress: string) => {
    const headers = { host: settings.publicUrl.host }
    return (await app.inject({ url: '/', remoteAddress, headers })).statusCode
  }
}

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', async (peer) => {
  expect(await answering({})(peer)).toBe(200)
})

test.each([
  '192.168.1.2',
  '172.17.0.1',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  'fe80::1',
  '::ffff:10.0.0.1',
  '2001:db8::127:1',
])('%s is not, and gets no further while any sandbox stands in', async (peer) => {
  expect(await answering({})(peer)).toBe(403)
  const { PUBLIC_URL: _, ...keys } = REAL
  expect(await answering(keys)(peer)).toBe(403)
  expect(await answering(REAL)(peer)).toBe(200)
  const exposed = { DANGEROUSLY_EXPOSE_SANDBOX: 'anyone-can-sign-in-as-anyone' }
  expect(await answering(exposed)(peer)).toBe(200)
})
