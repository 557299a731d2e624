import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Stage = 'connect' | 'from' | 'to' | 'data'

/** A real mail server on this machine, which does to the next messages what it is told. */
export interface MailServer {
  url: string
  received: Email[]
  /** Answers so at this stage, once. */
  refuseNext(stage: Stage, code: number): void
  /** The recipients of the messages, besides what their headers say. */
  recipients: string[][]
  /** Takes the next message and hangs up without a word. */
  hangUpAfterNext(): void
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = []
  const recipients: string[][] = []
  const refusals = new Map<Stage, number>()
  let hangUp = false

  const answer = (stage: Stage, callback: (error?: Error) => void) => {
    const responseCode = refusals.get(stage)
    refusals.delete(stage)
    callback(responseCode ? Object.assign(new Error('planned'), { responseCode }) : undefined)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_session, callback) => answer('connect', callback),
    onMailFrom: (_address, _session, callback) => answer('from', callback),
    onRcptTo: (_address, _session, callback) => answer('to', callback),
    onData: (stream, session, callback) => {
      buffer(stream).then(async (content) => {
        if (refusals.has('data')) return answer('data', callback)
        received.push(await PostalMime.parse(content))
        recipients.push(session.envelope.rcptTo.map(({ address }) => address))
        if (!hangUp) return callback()
        hangUp = false
        for (const connection of server.connections) if (connection.session === session) connection.close()
      }, callback)
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    refuseNext: (stage, code) => refusals.set(stage, code),
    hangUpAfterNext: () => {
      hangUp = true
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
