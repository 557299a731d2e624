import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a large body, which may take long but must not stall. */
    upload?: boolean
  }
}

export interface BodyTimeouts {
  /** For a whole body, or for the rest of one whose request has already been answered. */
  wholeMilliseconds: number
  /** Time between two checks of an upload for progress. */
  stallMilliseconds: number
}

/** A kilobyte a second, over a minute. */
const MIN_UPLOADED_BYTES = 60_000

const TIMEOUTS: BodyTimeouts = { wholeMilliseconds: 30_000, stallMilliseconds: 60_000 }

/** Closes connections whose body does not arrive. Node's own limit is one for all routes, and would end long uploads. */
export function enforceBodyTimeouts(app: FastifyInstance, timeouts: BodyTimeouts = TIMEOUTS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!hasBody(raw)) return done()
    const { socket } = raw
    const closeUnfinished = () => {
      if (!raw.complete) socket.destroy()
    }
    const closeLater = () => {
      const timer = setTimeout(closeUnfinished, timeouts.wholeMilliseconds).unref()
      // Node closes a request once it is answered, even if its body is still arriving.
      raw.once('close', () => raw.complete && clearTimeout(timer))
    }
    if (request.routeOptions.config.upload) {
      enforceUploadRate(raw, timeouts.stallMilliseconds, closeUnfinished)
      // Browsers read an early error response only after they have sent the rest.
      reply.raw.once('finish', () => {
        raw.resume()
        closeLater()
      })
    } else {
      closeLater()
    }
    done()
  })
}

function enforceUploadRate(raw: IncomingMessage, milliseconds: number, close: () => void): void {
  const { socket } = raw
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < MIN_UPLOADED_BYTES) close()
    before = socket.bytesRead
  }, milliseconds).unref()
  raw.once('close', () => clearInterval(timer))
}

/** In HTTP/1.1 every body comes with one of these. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers
