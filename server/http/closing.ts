import type { FastifyInstance } from 'fastify'

const IDLE_CHECK_MS = 50
/** For answers that are still being sent. */
const LONGEST_ANSWER_MS = 10_000

/**
 * While an app closes, connections are closed as soon as they are idle. Fastify closes idle ones only once, and would
 * then wait more than a minute for a browser whose request was answered a moment later.
 */
export function closeConnections(app: FastifyInstance): void {
  let idle: NodeJS.Timeout | undefined
  let rest: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    rest = setTimeout(() => app.server.closeAllConnections(), LONGEST_ANSWER_MS)
    done()
  })
  app.addHook('onClose', async () => {
    clearInterval(idle)
    clearTimeout(rest)
  })
}
