import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface Relay {
  /** The address that goes through the relay. */
  url: string
  /** Counts what a client has sent after an answer, or first. */
  roundTrips(): number
  close(): void
}

/** Stands between clients and a server, and counts how often they wait for it. */
export async function startRelay(serverUrl: string): Promise<Relay> {
  const { port, hostname } = new URL(serverUrl)
  let roundTrips = 0
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname)
    let isAnswered = true
    client.on('data', () => {
      if (isAnswered) roundTrips += 1
      isAnswered = false
    })
    server.on('data', () => {
      isAnswered = true
    })
    client.pipe(server).pipe(client)
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const url = new URL(serverUrl)
  url.port = String((relay.address() as AddressInfo).port)
  return { url: url.href, roundTrips: () => roundTrips, close: () => relay.close() }
}
