import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { openExport } from '#server/books/export-reader.ts'
import { runVerification } from '#server/commands/verify-books.ts'
import { temporaryDirectory } from '#server/database/fixtures/scratch.ts'
import { sharedApp } from '#tests/app.ts'
import { addInvoice, type Books, openBooks, TODAY } from '#tests/invoices.ts'
import { runJobs } from '#tests/jobs.ts'
import { unzipBytes, zipOf } from '#tests/zip.ts'

const scratch = temporaryDirectory()
afterAll(scratch.remove)

const LINES = [
  { description: 'Design; -2+3\n"=1"', quantity: 1.3333, rate: 99.99 },
  { description: 'Hosting', quantity: 3, rate: 33.33 },
]

/** Books whose issued invoices are final, and whose client is not asked for approval. */
async function openFinalBooks(invoice_prefix = 'INV-{YYYY}-'): Promise<Books> {
  const books = await openBooks()
  await books.ada.call(businessApi.update, { body: { issued_is_final: true, invoice_prefix } })
  await books.ada.call(clientsApi.update, {
    params: { id: books.clientId },
    body: { name: 'Studio North', approval_required: false },
  })
  return books
}

async function addSent(books: Books, more = {}): Promise<number> {
  const { id } = await addInvoice(books, { items: LINES, tax_rate: 19, ...more })
  await books.ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  return id
}

const creditInFull = async ({ ada }: Books, invoiceId: number) => {
  const { id } = await ada.call(creditNotesApi.create, {
    params: { id: invoiceId },
    body: { reason: 'Wrong hours' },
  })
  await ada.call(creditNotesApi.send, { params: { id }, body: { mail: false } })
}

/** Five invoices of 2026, two credit notes, and an invoice of 2027. */
async function fillBooks(): Promise<Books> {
  const books = await openFinalBooks()
  const ids: number[] = []
  for (let count = 0; count < 5; count++) ids.push(await addSent(books))
  await creditInFull(books, ids[1] ?? 0)
  await creditInFull(books, ids[3] ?? 0)
  await addSent(books, { issue_date: '2027-01-04', due_date: '2027-02-01' })
  await runJobs()
  return books
}

type Files = Map<string, Buffer>

async function exported({ ada }: Books): Promise<Files> {
  const response = await ada.fetch('/api/export.zip')
  expect(response.status).toBe(200)
  return unzipBytes(Buffer.from(await response.arrayBuffer()))
}

let exports = 0
const fileOf = (content: Buffer): string => {
  const path = join(scratch.directory, `export-${exports++}.zip`)
  writeFileSync(path, content)
  return path
}

const verify = async (files: Files) => runVerification([fileOf(await zipOf(files))])

const withRows = (files: Files, name: string, change: (rows: string[]) => string[]): Files => {
  const [header = '', ...rows] = String(files.get(name)).trimEnd().split('\r\n')
  return new Map(files).set(name, Buffer.from(`${[header, ...change(rows)].join('\r\n')}\r\n`))
}

const CHAIN = 'document-chain.csv'
const isOf = (number: string) => (row: string) => row.includes(`""number"":""${number}""`)

describe('npm run verify-books', () => {
  test('says of each series that all documents are as they were issued', async () => {
    const { said, code } = await verify(await exported(await fillBooks()))
    expect(said.split('\n').toSorted()).toEqual([
      'CN: 2 documents, chain intact',
      'INV 2026: 5 documents, chain intact',
      'INV 2027: 1 document, chain intact',
    ])
    expect(code).toBe(0)
  })

  test('names the document that was changed, removed, moved or added', async () => {
    const files = await exported(await fillBooks())
    const chain = (change: (rows: string[]) => string[]) => verify(withRows(files, CHAIN, change))
    const broken = (said: string) => ({ said: expect.stringContaining(said), code: 1 })

    expect(
      await chain((rows) =>
        rows.map((row) => (isOf('INV-2026-0003')(row) ? row.replace('99.99', '9.99') : row)),
      ),
    ).toEqual(broken('INV-2026-0003 was changed: it no longer has the SHA-256'))
    expect(await chain((rows) => rows.filter((row) => !isOf('INV-2026-0003')(row)))).toEqual(
      broken('INV-2026-0004 does not follow INV-2026-0002: something between them was removed'),
    )
    expect(await chain((rows) => rows.filter((row) => !isOf('INV-2026-0001')(row)))).toEqual(
      broken('INV-2026-0002 is not the first of its series'),
    )
    expect(
      await chain((rows) => {
        const [a, b] = [rows.findIndex(isOf('INV-2026-0002')), rows.findIndex(isOf('INV-2026-0003'))]
        return rows.with(a, rows[b] ?? '').with(b, rows[a] ?? '')
      }),
    ).toEqual(broken('INV-2026-0003 does not follow INV-2026-0001'))
    // The last of a series has no other after it.
    expect(await chain((rows) => rows.filter((row) => !isOf('INV-2027-0001')(row)))).toEqual(
      broken('INV-2027-0001 was issued, but is missing from the chain.'),
    )
    const more = (rows: string[]) => [...rows, ...rows.filter(isOf('CN-0002'))]
    expect(await chain(more)).toEqual(broken('CN-0002'))
  })

  test('compares the tables and the files with what was issued', async () => {
    const files = await exported(await fillBooks())
    const table = (name: string, number: string, before: string, after: string) =>
      verify(
        withRows(files, name, (rows) =>
          rows.map((row) => (row.includes(number) ? row.replace(before, after) : row)),
        ),
      )
    expect(await table('invoices.csv', 'INV-2026-0002', ',277.64,', ',27.64,')).toEqual({
      said: 'INV-2026-0002 was changed: total is 27.64 in invoices.csv, but it was issued with 277.64.',
      code: 1,
    })
    expect(await table('credit-notes.csv', 'CN-0001', TODAY, '2026-01-01')).toEqual({
      said: `CN-0001 was changed: issue_date is 2026-01-01 in credit-notes.csv, but it was issued with ${TODAY}.`,
      code: 1,
    })
    expect(await table('invoice-items.csv', 'INV-2026-0002', ',33.33,', ',3.33,')).toEqual({
      said: 'INV-2026-0002 was changed: rate is 3.33 in invoice-items.csv, but it was issued with 33.33.',
      code: 1,
    })
    const pdf = 'documents/INV-2026-0001.pdf'
    expect(await verify(new Map(files).set(pdf, Buffer.from('%PDF-1.7')))).toEqual({
      said: `The file ${pdf} was changed: it no longer has the SHA-256 that it was issued with.`,
      code: 1,
    })
    expect(await verify(new Map([...files].filter(([name]) => name !== pdf)))).toEqual({
      said: `The file ${pdf} is missing.`,
      code: 1,
    })
    expect(await verify(new Map(files).set('documents/INV-2026-0009.pdf', Buffer.from('x')))).toEqual({
      said: 'The file documents/INV-2026-0009.pdf belongs to no issued document.',
      code: 1,
    })
  })

  test('says of a file that is no export why it cannot be read', async () => {
    const unreadable = (said: string) => ({ said: expect.stringContaining(said), code: 1 })
    expect(await runVerification([])).toEqual(unreadable('npm run verify-books'))
    expect(await runVerification([join(scratch.directory, 'none.zip')])).toEqual(unreadable('does not exist'))
    expect(await runVerification([scratch.directory])).toEqual(unreadable('cannot be read as a ZIP'))
    expect(await runVerification([fileOf(Buffer.from('no ZIP'))])).toEqual(
      unreadable('cannot be read as a ZIP'),
    )
    const files = await exported(await openFinalBooks())
    expect(await verify(files)).toEqual({ said: 'This export contains no issued documents.', code: 0 })
    const whole = await zipOf(files)
    expect(await runVerification([fileOf(whole.subarray(0, whole.length / 2))])).toEqual(
      unreadable('cannot be read as a ZIP'),
    )
    expect(await verify(new Map([['clients.csv', Buffer.from('id\r\n')]]))).toEqual(
      unreadable('it has no document-chain.csv'),
    )
    expect(await verify(new Map(files).set(CHAIN, Buffer.from('id\r\n"never closed')))).toEqual(
      unreadable('document-chain.csv is damaged'),
    )
    expect(await verify(new Map(files).set(CHAIN, Buffer.from('id,kind\r\n1,invoice\r\n')))).toEqual(
      unreadable('Row 2 of document-chain.csv cannot be read.'),
    )
    expect(await verify(new Map(files).set('invoices.csv', Buffer.from('id\r\n1\r\n')))).toEqual(
      unreadable('invoices.csv has no column invoice_number'),
    )
  })

  test('stops at a file that expands to far more than an export would', async () => {
    const books = await openExport(fileOf(await zipOf([['bomb', Buffer.alloc(150 * 1024 ** 2)]])))
    await expect(books.hash('bomb')).rejects.toThrow('expands to far more than an export would')
    books.close()
  })
})

describe('the chain of issued documents', () => {
  test('is not forked by invoices that are sealed at the same time', async () => {
    const books = await openFinalBooks('INV-')
    const drafts = await Promise.all(Array.from({ length: 8 }, () => addInvoice(books, { items: LINES })))
    await Promise.all(
      drafts.map(({ id }) => books.ada.call(sendingApi.send, { params: { id }, body: { mail: false } })),
    )
    await runJobs()
    expect(await verify(await exported(books))).toEqual({ said: 'INV: 8 documents, chain intact', code: 0 })
  })

  test('takes an invoice that had its number before issued invoices were final', async () => {
    const books = await openBooks()
    const { ada, clientId } = books
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { name: 'Studio North', approval_required: false },
    })
    const early = await addSent(books)
    await ada.call(businessApi.update, { body: { issued_is_final: true } })
    await addSent(books)
    await ada.call(invoicesApi.update, { params: { id: early }, body: { status: 'paid' } })
    await runJobs()
    expect(await verify(await exported(books))).toEqual({ said: 'INV: 2 documents, chain intact', code: 0 })
  })

  test('is kept by the database', async () => {
    const books = await openFinalBooks()
    const id = await addSent(books)
    const { database } = await sharedApp()
    for (const statement of [
      `update document_chain set content = '{}' where invoice_id = ${id}`,
      `update document_chain set sha256 = 'x' where invoice_id = ${id}`,
      `delete from document_chain where invoice_id = ${id}`,
    ])
      await expect(database.pool.query(statement), statement).rejects.toThrow('does not change')
    await expect(
      database.pool.query(
        `insert into document_chain (account_id, kind, year, position, invoice_id, format, content, previous_sha256, sha256, created_at)
         select account_id, kind, year, position + 1, invoice_id, 'x', '{}', sha256, sha256, now()
         from document_chain where invoice_id = ${id} and format is null`,
      ),
    ).rejects.toThrow('document_chain_check')
  })
})
