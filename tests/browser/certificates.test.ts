import { writeFileSync } from 'node:fs'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { firstOf } from '#tests/lists.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { invoiceOf, openBooks } from './portal-books.ts'

test(
  'a client approves an invoice, and anyone checks the document by its certificate',
  { tag: '@deep' },
  async ({ page, context, app }, testInfo) => {
    const own = await openBooks(app.url)
    await page.goto(invoiceOf(own))
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Approve Invoice' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Document as decided' }).click()
    const document = testInfo.outputPath('INV-0001.pdf')
    await (await downloading).saveAs(document)

    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Certificate' }).click()
    const certificate = await opening
    await expect(certificate.getByRole('heading', { name: 'Certificate of approval' })).toBeVisible()
    await expect(certificate.getByText('Harbour & Pine approved invoice INV-0001.')).toBeVisible()
    const { decisions } = await own.ada.call(invoicesApi.get, { params: { id: own.invoiceId } })
    const { file } = firstOf(decisions)
    await expect(certificate.getByText(file?.sha256 ?? '')).toBeVisible()

    const sent: string[] = []
    certificate.on('request', (request) => sent.push(request.method()))
    const chooser = certificate.getByLabel('The file')
    await chooser.setInputFiles(document)
    await expect(certificate.getByText('Yes, this is the file')).toBeVisible()
    await expectAccessibleAtEverySize(certificate)

    const other = testInfo.outputPath('other.pdf')
    writeFileSync(other, 'Another file')
    await chooser.setInputFiles(other)
    await expect(certificate.getByText('No, this is another file')).toBeVisible()
    await expectAccessibleAtEverySize(certificate)
    expect(sent.filter((method) => method !== 'GET')).toEqual([])
  },
)
