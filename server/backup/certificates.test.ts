import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { certificatesApi } from '#features/engagement/approvals/contract/certificates.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import type { TestApp } from '#tests/app.ts'
import { runCommandHere } from '#tests/backup-command.ts'
import { runJobs } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { Visitor } from '#tests/people.ts'
import { addSentInvoice } from '#tests/portal.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { keepBooks, onOther } from './fixtures/books.ts'
import { emptyPlace, migratedPlace, startApp } from './fixtures/places.ts'

const ANOTHER_SECRET = 'another secret of 32 characters or more'

const certificateIn = (app: TestApp, code: string) =>
  new Visitor(app.url).call(certificatesApi.get, { params: { code } })

test.each([
  ['embedded', 'server'],
  ['server', 'embedded'],
] as const)('a certificate of %s still verifies on %s, with another secret', async (kind, otherKind) => {
  const [source, target] = [await migratedPlace(kind), await emptyPlace(otherKind)]
  const app = await startApp(source)
  const { ada, clientId, link } = await keepBooks(app)
  const client = new PortalVisitor(app.url, tokenOf(link.href))
  const invoiceId = await addSentInvoice({ ada, clientId })
  const { decisions } = await client.call(portalApi.decideInvoice, {
    params: { invoiceId },
    body: { status: 'approved' },
  })
  await runJobs(app)
  const { certificate: code } = firstOf(decisions)
  const certificate = await certificateIn(app, code)
  const archive = join(scratchDirectory(), 'daybook.zip')
  expect(await runCommandHere(source, 'backup', archive)).toMatchObject({ code: 0 })
  expect(await runCommandHere(target, 'restore', archive)).toMatchObject({ code: 0 })

  const restored = await startApp(target, { SECRET: ANOTHER_SECRET })
  expect(await certificateIn(restored, code)).toEqual(certificate)
  const response = await onOther(ada, restored).fetch(`/api/certificates/${code}/file`)
  const content = Buffer.from(await response.arrayBuffer())
  expect(createHash('sha256').update(content).digest('hex')).toBe(certificate.file?.sha256)
})
