import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a large body, which may come slowly but not stand still. */
    upload?: boolean
  }
}

export interface BodyTimes {
  /** For a whole body, or for what is still to come of one that was answered already. */
  wholeMilliseconds: number
  /** In which an upload has to come on by some bytes at least. */
  silenceMilliseconds: number
}

/** A kilobyte a second, over a minute: whoever is slower holds a connection rather than sends a file. */
const LEAST_UPLOADED_BYTES = 60_000

const TIMES: BodyTimes = { wholeMilliseconds: 30_000, silenceMilliseconds: 60_000 }

/** Ends connections whose body does not come. Node's own limit is one for all, and would end long uploads. */
export function limitRequestTimes(app: FastifyInstance, times: BodyTimes = TIMES): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!announcesBody(raw)) return done()
    const { socket } = raw
    const giveUp = () => {
      if (!raw.complete) socket.destroy()
    }
    const giveUpLater = () => {
      const timer = setTimeout(giveUp, times.wholeMilliseconds).unref()
      // A request that was answered is over for Node, though its body may still be coming.
      raw.once('close', () => raw.complete && clearTimeout(timer))
    }
    if (request.routeOptions.config.upload) {
      enforceUploadRate(raw, times.silenceMilliseconds, giveUp)
      // Browsers read a refusal only when they have sent the rest, which nobody needs any more.
      reply.raw.once('finish', () => {
        raw.resume()
        giveUpLater()
      })
    } else {
      giveUpLater()
    }
    done()
  })
}

function enforceUploadRate(raw: IncomingMessage, milliseconds: number, giveUp: () => void): void {
  const { socket } = raw
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < LEAST_UPLOADED_BYTES) giveUp()
    before = socket.bytesRead
  }, milliseconds).unref()
  raw.once('close', () => clearInterval(timer))
}

/** HTTP/1.1 knows no other way to have one. */
const announcesBody = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers
