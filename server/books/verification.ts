import { safeFileName } from '#server/http/download.ts'
import { BrokenBooks, type Chain, type ChainedDocument, fileName, keyOf, readChain } from './chain-reader.ts'
import { type ExportReader, openExport, UnreadableExport } from './export-reader.ts'

/** A series of numbers whose documents are all as they were issued. */
interface IntactSeries {
  /** "INV 2026" */
  name: string
  documents: number
}

/** Checks every issued document of an export. Throws `BrokenBooks` with the first that is not as it was issued. */
export async function verifyBooks(path: string): Promise<IntactSeries[]> {
  const books = await openExport(path)
  try {
    const chain = await readChain(books)
    for (const table of TABLES) await compareTable(books, chain, table)
    await compareFiles(books, chain)
    return [...chain.series.values()].map(({ prefix, kind, documents }) => ({
      name: prefix.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || DEFAULT_NAME[kind],
      documents,
    }))
  } finally {
    books.close()
  }
}

const DEFAULT_NAME = { invoice: 'Invoices', credit_note: 'Credit notes' }

type Cells = Record<string, string>

interface ComparedTable {
  file: string
  kind: 'invoice' | 'credit_note'
  number: string
  isIssued(row: Cells): boolean
  columns: string[]
  lines: { file: string; id: string }
}

const COLUMNS = ['issue_date', 'currency', 'subtotal', 'discount_amount', 'tax_amount', 'total']

/** The files in which a reader of the export looks documents up, and what has to be the same in them. */
const TABLES: ComparedTable[] = [
  {
    file: 'invoices.csv',
    kind: 'invoice',
    number: 'invoice_number',
    isIssued: ({ sealed_at = '' }) => sealed_at !== '',
    columns: [...COLUMNS, 'due_date', 'tax_category', 'tax_rate', 'exchange_rate'],
    lines: { file: 'invoice-items.csv', id: 'invoice_id' },
  },
  {
    file: 'credit-notes.csv',
    kind: 'credit_note',
    number: 'credit_note_number',
    isIssued: ({ status }) => status === 'sent',
    columns: COLUMNS,
    lines: { file: 'credit-note-items.csv', id: 'credit_note_id' },
  },
]

async function compareTable(
  books: ExportReader,
  { documents }: Chain,
  { file, kind, number, isIssued, columns, lines }: ComparedTable,
): Promise<void> {
  const missing = new Map([...documents].filter(([key]) => key.startsWith(keyOf(kind, ''))))
  for await (const row of books.rows(file)) {
    requireColumns(row, file, ['id', number, ...columns])
    if (!isIssued(row)) continue
    const key = keyOf(kind, row.id ?? '')
    const document = documents.get(key)
    if (!document) throw new BrokenBooks(`${row[number]} was issued, but is missing from the chain.`)
    missing.delete(key)
    const changed = columns.find((column) => !isSame(row[column], document[column]))
    if (changed) throw differs(document, file, changed, row[changed], document[changed])
  }
  for (const document of missing.values())
    throw new BrokenBooks(`${document.number} is missing from ${file}.`)
  await compareLines(books, documents, { kind, ...lines })
}

function requireColumns(row: Cells, file: string, columns: string[]): void {
  const missing = columns.find((column) => row[column] === undefined)
  if (missing) throw new UnreadableExport(`${file} has no column ${missing}.`)
}

/** A cell of a CSV and the value of the document, which it writes with as many decimals as its currency has. */
const isSame = (cell = '', value: unknown): boolean =>
  typeof value === 'number' ? cell !== '' && Number(cell) === value : cell === (value ?? '')

const differs = (
  { number }: ChainedDocument,
  file: string,
  column: string,
  cell: unknown,
  value: unknown,
): BrokenBooks =>
  new BrokenBooks(
    `${number} was changed: ${column} is ${cell || 'empty'} in ${file}, but it was issued with ${value ?? 'none'}.`,
  )

const FIGURES = ['quantity', 'rate', 'amount'] as const

async function compareLines(
  books: ExportReader,
  documents: Chain['documents'],
  { kind, file, id }: { kind: ComparedTable['kind']; file: string; id: string },
): Promise<void> {
  const found = new Map<ChainedDocument, Cells[]>()
  for await (const row of books.rows(file)) {
    const document = documents.get(keyOf(kind, row[id] ?? ''))
    if (document) found.getOrInsertComputed(document, () => []).push(row)
  }
  for (const [key, document] of documents) {
    if (!key.startsWith(keyOf(kind, ''))) continue
    const rows = (found.get(document) ?? []).toSorted((a, b) => Number(a.position) - Number(b.position))
    if (rows.length !== document.lines.length)
      throw new BrokenBooks(
        `${document.number} was changed: it has ${rows.length} lines in ${file}, but was issued with ${document.lines.length}.`,
      )
    for (const [index, line] of document.lines.entries()) {
      const row = rows[index]
      const changed = FIGURES.find((figure) => !isSame(row?.[figure], line[figure]))
      if (changed) throw differs(document, file, changed, row?.[changed], line[changed])
    }
  }
}

async function compareFiles(books: ExportReader, { files }: Chain): Promise<void> {
  const others = new Set(books.filesIn('documents'))
  for (const file of files) {
    const place = `documents/${safeFileName(fileName(file))}`
    const sha256 = await books.hash(place)
    if (sha256 === undefined) throw new BrokenBooks(`The file ${place} is missing.`)
    if (sha256 !== file.sha256)
      throw new BrokenBooks(
        `The file ${place} was changed: it no longer has the SHA-256 that it was issued with.`,
      )
    others.delete(place)
  }
  for (const place of others) throw new BrokenBooks(`The file ${place} belongs to no issued document.`)
}
