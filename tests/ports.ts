import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux), so that a server that is started again
 * finds its own still free.
 */
const LOWEST = 10_000
const HIGHEST = 32_000

export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return port
  } catch {
    return freePort()
  }
}
