import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { MailServer } from '#tests/mail-server.ts'
import type { Deliveries } from './snapshot.ts'

/** The messages that a mail server received, as often as it did. */
export const deliveredBy = (server: MailServer) => async (): Promise<Deliveries> =>
  countOf(server.received.map(({ messageId }) => localPart(messageId)))

/** The messages in the sandbox's outbox. */
export function deliveredInto(dataDirectory: string): () => Promise<Deliveries> {
  const outbox = join(dataDirectory, 'outbox')
  const read = new Map<string, string>()
  return async () => {
    let names: string[] = []
    try {
      names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    } catch {
      // Nothing was mailed yet.
    }
    for (const name of names) {
      if (read.has(name)) continue
      const { messageId, text } = await PostalMime.parse(readFileSync(join(outbox, name)))
      read.set(name, text ? localPart(messageId) : `half a mail: ${name}`)
    }
    return countOf(names.map((name) => read.get(name) ?? ''))
  }
}

const localPart = (messageId = '') => messageId.replace(/^</, '').split('@')[0] ?? ''

function countOf(messages: string[]): Deliveries {
  const counts: Deliveries = {}
  for (const message of messages) counts[message] = (counts[message] ?? 0) + 1
  return counts
}
