import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { type Books, keepBooks, onOther } from '#server/backup/fixtures/books.ts'
import { contentsOf } from '#server/backup/fixtures/contents.ts'
import { emptyPlace, migratedPlace, startApp } from '#server/backup/fixtures/places.ts'
import { runCommand } from '#tests/backup-command.ts'
import { addInvoice, design } from '#tests/invoices.ts'
import { runJobs } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'

const kind = process.env.TEST_DATABASE === 'server' ? 'server' : 'embedded'

test('a stopped Daybook is backed up and restored', async () => {
  const [source, target] = [await migratedPlace(kind), await emptyPlace(kind)]
  const app = await startApp(source)
  const books = await keepBooks(app)
  const { ada, clientId, link } = books
  await sealInvoices(books)
  await runJobs(app)
  const contents = await contentsOf(app.database)
  expect(contents.document_chain).toHaveLength(4)
  await app.stop()
  const backup = await runCommand(source, 'backup')
  const [file = ''] = readdirSync(join(source.dataDirectory, 'backups'))
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining(file) })
  const path = join(source.dataDirectory, 'backups', file)
  expect(await runCommand(target, 'restore', path)).toMatchObject({ code: 0 })

  const restored = await startApp(target)
  expect(await contentsOf(restored.database)).toEqual(contents)
  const links = await onOther(ada, restored).call(portalAccessApi.list, { params: { id: clientId } })
  expect(new URL(firstOf(links).url ?? '').pathname).toBe(link.pathname)
})

/** Two invoices that no longer change. */
async function sealInvoices({ ada, clientId }: Pick<Books, 'ada' | 'clientId'>): Promise<void> {
  await ada.call(businessApi.update, { body: { issued_is_final: true, invoice_prefix: 'F-' } })
  await ada.call(clientsApi.update, {
    params: { id: clientId },
    body: { name: 'Studio North', approval_required: false },
  })
  for (const rate of [33.33, 99.99]) {
    const { id } = await addInvoice(
      { ada, clientId },
      { items: [{ ...design, rate }], issue_date: '2027-01-04' },
    )
    await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  }
}
