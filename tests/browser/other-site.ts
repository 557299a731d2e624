import { once } from 'node:events'
import { createServer } from 'node:http'

export interface OtherSite {
  /** This machine by another name: another site, to which a browser sends no cookies of ours. */
  elsewhere: string
  /** This name by another port: another origin, to which a browser does send them. */
  nextDoor: string
  stop(): void
}

/** An empty page of another site, from which a test attacks. */
export async function openOtherSite(): Promise<OtherSite> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Other</title><body>')
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    elsewhere: `http://127.0.0.1:${port}`,
    nextDoor: `http://localhost:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
