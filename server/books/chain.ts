import { createHash } from 'node:crypto'

/** The hash of a document in a chain: it covers the document's content, and through the hash before it all earlier ones. */
export const chainHash = (previous: string, content: string): string =>
  createHash('sha256').update(`${previous}\n${content}`).digest('hex')

/** The content as text. A semicolon is escaped, since the CSV of an export may add a mark after one. */
export const chainText = (content: object): string => JSON.stringify(content).replaceAll(';', '\\u003b')
