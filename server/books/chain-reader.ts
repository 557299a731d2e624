import { z } from 'zod'
import { chainHash } from './chain.ts'
import { type ExportReader, UnreadableExport } from './export-reader.ts'

/** A document or file of the export is not as it was issued. */
export class BrokenBooks extends Error {}

const Link = z.object({
  kind: z.enum(['invoice', 'credit_note']),
  year: z.coerce.number().int(),
  position: z.coerce.number().int(),
  invoice_id: z.string(),
  credit_note_id: z.string(),
  format: z.string(),
  content: z.string(),
  previous_sha256: z.string(),
  sha256: z.string(),
})
type Link = z.output<typeof Link>

const Line = z.object({ quantity: z.number(), rate: z.number(), amount: z.number() })

const ChainedDocument = z.looseObject({
  /** "INV-0001" */
  number: z.string(),
  /** The number without its prefix. */
  count: z.int(),
  numbered_earlier: z.boolean().default(false),
  lines: z.array(Line),
})
export type ChainedDocument = z.output<typeof ChainedDocument>

const ChainedFile = z.object({ number: z.string(), format: z.string(), sha256: z.string() })
export type ChainedFile = z.output<typeof ChainedFile>

interface Series {
  documents: number
  /** That of the last document. */
  prefix: string
  kind: Link['kind']
  last: { position: number; sha256: string; name: string }
  /** The last number with each prefix. */
  counts: Map<string, number>
}

export interface Chain {
  series: Map<string, Series>
  /** By `keyOf` their records. */
  documents: Map<string, ChainedDocument>
  files: ChainedFile[]
}

export const keyOf = (kind: Link['kind'], id: string): string => `${kind} ${id}`

export const CHAIN_FILE = 'document-chain.csv'

/** The issued documents and their files. Throws `BrokenBooks` at the first that does not follow the one before it as it did when it was issued. */
export async function readChain(books: ExportReader): Promise<Chain> {
  const chain: Chain = { series: new Map(), documents: new Map(), files: [] }
  const numbers = new Set<string>()
  let row = 1
  for await (const cells of books.rows(CHAIN_FILE)) {
    row += 1
    const { data: link } = Link.safeParse(cells)
    if (!link) throw new UnreadableExport(`Row ${row} of ${CHAIN_FILE} cannot be read.`)
    const document = link.format === '' ? read(ChainedDocument, link.content) : undefined
    const file = link.format === '' ? undefined : read(ChainedFile, link.content)
    const name = document?.number ?? (file && fileName(file)) ?? `Row ${row} of ${CHAIN_FILE}`
    requireUnchanged(link, name)
    const series = continueSeries(chain, link, name)
    if (document) {
      requireNewNumber(numbers, document)
      requireInOrder(series, document)
      chain.documents.set(keyOf(link.kind, link.invoice_id || link.credit_note_id), document)
    }
    if (file) chain.files.push(file)
  }
  return chain
}

function read<Said>(schema: z.ZodType<Said>, content: string): Said | undefined {
  try {
    return schema.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

/** As `documents/` of the export names it. */
export const fileName = ({ number, format }: ChainedFile): string =>
  format === 'pdf' ? `${number}.pdf` : `${number}-${format}.xml`

function requireUnchanged({ previous_sha256, content, sha256 }: Link, name: string): void {
  if (chainHash(previous_sha256, content) !== sha256)
    throw new BrokenBooks(`${name} was changed: it no longer has the SHA-256 that it was issued with.`)
}

function continueSeries(chain: Chain, { kind, year, ...link }: Link, name: string): Series {
  const key = `${kind} ${year}`
  const before = chain.series.get(key)
  const last = before?.last ?? { position: 0, sha256: '', name: '' }
  if (link.position !== last.position + 1 || link.previous_sha256 !== last.sha256) {
    throw new BrokenBooks(
      before
        ? `${name} does not follow ${last.name}: something between them was removed, changed or moved.`
        : `${name} is not the first of its series: something before it was removed or moved.`,
    )
  }
  const series: Series = before ?? { documents: 0, prefix: '', kind, last, counts: new Map() }
  series.last = { position: link.position, sha256: link.sha256, name }
  chain.series.set(key, series)
  return series
}

function requireNewNumber(numbers: Set<string>, { number }: ChainedDocument): void {
  if (numbers.has(number)) throw new BrokenBooks(`The number ${number} was issued twice.`)
  numbers.add(number)
}

/** Invoices that had a number before issued invoices were final may be issued after later ones. */
function requireInOrder(series: Series, { number, count, numbered_earlier }: ChainedDocument): void {
  series.documents += 1
  series.prefix = number.slice(0, -Math.max(4, String(count).length))
  if (numbered_earlier) return
  const last = series.counts.get(series.prefix) ?? 0
  if (count <= last) throw new BrokenBooks(`${number} was issued after a document with a later number.`)
  series.counts.set(series.prefix, count)
}
