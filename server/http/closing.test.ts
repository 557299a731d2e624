import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeConnections } from './closing.ts'

/** Longer than any test. Node adds a second to it, which a timer has to hold, too. */
const NEVER = 86_400_000

test('a connection whose request is answered while the app closes does not hold it up', async () => {
  const app = Fastify({ keepAliveTimeout: NEVER })
  closeConnections(app)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.get('/', () => {
    asked.resolve()
    return answer.promise
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const responded = once(get(url, { agent: new Agent({ keepAlive: true }) }), 'response')
  await asked.promise
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  answer.resolve('done')
  const [response] = await responded
  expect(response.headers.connection).toBe('keep-alive')
  expect(await text(response)).toBe('done')
  await closed
})
