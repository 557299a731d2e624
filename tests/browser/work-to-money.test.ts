import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { XMLParser } from 'fast-xml-parser'
import { businessApi } from '#features/business/contract.ts'
import { clientsApi } from '#features/clients/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { connectStripe } from '#tests/online-payments.ts'
import { linesOfPdf } from '#tests/pdf.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { payByCard } from './card-payment.ts'
import { expect, testOnServer as test } from './fixtures.ts'
import { openMail } from './outbox.ts'

const FLOW = Buffer.from('From cart to receipt in three steps.')
const SHA256 = createHash('sha256').update(FLOW).digest('hex')

/** 1.75 hours at $80.33, and a fee, each with 19% tax: none of it is a round figure. */
const TIME = { net: '$140.58', total: '$167.29' }
const FEE = { net: '$1,200.50', tax: '$228.10', total: '$1,428.60' }

/** A freelancer with a Stripe account and all that e-invoices ask for, and a project that sends the invoice on approval. */
async function openStudio(ada: Person): Promise<{ projectId: number }> {
  await connectStripe(ada)
  await ada.call(businessApi.update, {
    body: {
      name: 'Ada Design',
      country: 'DE',
      tax_id: 'DE123456789',
      email: 'ada@work-to-money.example',
      tax_rate: 19,
      payment_terms_days: 14,
    },
  })
  const { id: client_id } = await ada.call(clientsApi.create, {
    body: { name: 'Jonas Pine', email: 'jonas@work-to-money.example', country: 'DE' },
  })
  const project = await ada.call(projectsApi.create, {
    body: { name: 'New checkout', client_id, hourly_rate: 80.33, invoice_on_approval: 'sent' },
  })
  return { projectId: project.id }
}

async function download(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return readFile(await file.path())
}

/** Where the money is, on the dashboard and on the client's page. */
async function expectAmounts(page: Page): Promise<void> {
  const amounts = page.getByRole('navigation', { name: 'Amounts' })
  await expect(amounts.getByRole('link', { name: `Waiting for approval ${TIME.total}` })).toBeVisible()
  for (const part of ['Unbilled', 'Drafts', 'Unpaid', 'Overdue'])
    await expect(amounts.getByRole('link', { name: `${part} $0.00` })).toBeVisible()
  const paid = page.getByText('Paid this month', { exact: true }).locator('xpath=ancestor::div[1]')
  await expect(paid.getByRole('definition')).toHaveText(FEE.total)
}

/** On PostgreSQL; `online-payment.test.ts` goes from approval to payment on the embedded database. */
test('from logged time and an approved fee to money, without typing anything twice', async ({
  page,
  app,
  browser,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const { projectId } = await openStudio(ada)
  const phone = await browser.newPage({ viewport: SIZES.phone, baseURL: app.url })
  phone.on('pageerror', (error) => expect(error).toBeUndefined())

  await test.step('the freelancer logs time and submits a deliverable with a fee', async () => {
    await page.goto(`/projects/${projectId}?tab=time`)
    await page.getByRole('button', { name: 'Log Time' }).click()
    const logging = page.getByRole('dialog', { name: 'Log Time' })
    await logging.getByLabel('Hours').fill('1:45')
    await logging.getByLabel('Description').fill('Sketches')
    await logging.getByRole('button', { name: 'Log Time' }).click()
    await expect(logging).toBeHidden()

    await page.getByRole('tab', { name: 'Deliverables' }).click()
    await page.getByRole('button', { name: 'Add Deliverable' }).click()
    await page.getByLabel('Title').fill('Checkout flow')
    await page.getByLabel('Fee').fill('1200.50')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'flow.txt', mimeType: 'text/plain', buffer: FLOW })
    await page.getByRole('button', { name: 'Save Deliverable' }).click()
    await expect(page.getByText('flow.txt uploaded')).toBeVisible()
    await page.getByRole('button', { name: 'Submit for approval Checkout flow' }).click()
    await expect(page.getByText('Submitted for approval')).toBeVisible()
  })

  await test.step('bills the time, and sends the invoice', async () => {
    await page.getByRole('link', { name: 'Bill', exact: true }).click()
    await page.getByRole('button', { name: `Create draft for ${TIME.total}` }).click()
    const invoice = page.getByRole('dialog', { name: /INV-0001/ })
    await expect(invoice.getByRole('row', { name: `Sketches 1.75 hours $80.33 ${TIME.net}` })).toBeVisible()
    await invoice.getByRole('button', { name: 'Send' }).click()
    const sending = page.getByRole('dialog', { name: 'Send INV-0001' })
    await sending.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('INV-0001 sent to jonas@work-to-money.example').first()).toBeVisible()
  })

  await test.step('the mail leads the client to the invoice, on a phone', async () => {
    await openMail(phone, 'jonas@work-to-money.example')
    const [link = ''] = /https?:\/\/[^"\s<]+\/client-portal\/[\w.\-/]+/.exec(await phone.content()) ?? []
    await phone.goto(link)
    await expect(phone.getByRole('button', { name: `Approve & Pay ${TIME.total}` })).toBeVisible()
    await phone.getByRole('link', { name: 'Back to portal' }).click()
  })

  await test.step('the client approves the deliverable, and is led on to pay it', async () => {
    await phone.getByRole('tab', { name: /Projects/ }).click()
    await phone.getByRole('link', { name: /New checkout/ }).click()
    await phone.getByRole('tab', { name: /Deliverables/ }).click()
    await phone.getByRole('button', { name: 'Approve' }).click()
    const question = phone.getByRole('dialog', { name: 'Approve Deliverable' })
    await expect(question).toContainText(`you accept the fee of ${FEE.net}`)
    await question.getByRole('button', { name: 'Approve' }).click()
    await expect(
      phone.getByText(`Approved. Invoice INV-0002 for ${FEE.total} is ready`).first(),
    ).toBeVisible()
    await expectAccessible(phone)
    const [certificate] = await Promise.all([
      phone.waitForEvent('popup'),
      phone.getByRole('link', { name: 'Certificate' }).click(),
    ])
    await expect(certificate.getByText(SHA256)).toBeVisible()
    await certificate.close()
    await phone.getByRole('link', { name: 'View & Pay' }).click()
    await expect(phone.getByText(/^Checkout flow, version 1, approved by Jonas Pine on /)).toBeVisible()
    await expect(phone.getByText(`SHA-256 ${SHA256}`)).toBeVisible()
    await phone.getByRole('button', { name: `Approve & Pay ${FEE.total}` }).click()
    await payByCard(phone)
    await expect(phone.getByText('Payment received')).toBeVisible()
    const receipt = await download(phone, () => phone.getByRole('link', { name: /^Receipt/ }).click())
    const text = linesOfPdf(receipt).join('\n')
    expect(text).toContain('INV-0002')
    expect(text).toContain(FEE.total)
  })

  await test.step('dashboard and client page say where the money is', async () => {
    await page.goto('/dashboard')
    await expectAmounts(page)
    await expect(page.getByRole('link', { name: /Hours This Month/ })).toContainText('1.8')
    await expect(page.getByRole('link', { name: /Pending Invoices/ })).toContainText(TIME.total)
    const activity = page.getByRole('main')
    for (const title of ['Payment received', 'Invoice approved', 'Invoice sent', 'Deliverable approved'])
      await expect(activity.getByRole('link', { name: title }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await page.getByRole('link', { name: 'Jonas Pine' }).click()
    await expectAmounts(page)
  })

  await test.step('so do reports: net, tax, what was received and what is owed', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    const tax = page.getByRole('table', { name: 'Tax Collected' })
    await expect(
      tax.getByRole('row', { name: `Total ${FEE.net} ${FEE.tax} ${FEE.total}`, exact: true }),
    ).toBeVisible()
    await expect(page.getByText(FEE.net, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(TIME.total, { exact: true }).first()).toBeVisible()
    await expect(page.getByText('1.75', { exact: true }).first()).toBeVisible()
  })

  await test.step('invoice and e-invoice cite the approval and its file', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoices' }).click()
    await page.getByRole('button', { name: /INV-0002/ }).click()
    const invoice = page.getByRole('dialog', { name: /INV-0002/ })
    await expect(invoice.getByText(/^Checkout flow, version 1, approved by Jonas Pine on /)).toBeVisible()
    await expect(invoice.getByText('Paid online, Visa 4242')).toBeVisible()
    const xml = await download(page, () => invoice.getByRole('button', { name: 'XML (CII)' }).click())
    expect(eInvoiceOf(xml)).toEqual({
      number: 'INV-0002',
      note: expect.stringContaining(`flow.txt, SHA-256 ${SHA256}`),
      line: expect.stringMatching(/^Checkout flow, version 1, approved by Jonas Pine on /),
      net: '1200.50',
      tax: '228.10',
      total: '1428.60',
      paid: '1428.60',
      due: '0.00',
    })
  })
  await phone.close()
})

const parser = new XMLParser({ parseTagValue: false, removeNSPrefix: true })

function eInvoiceOf(xml: Buffer) {
  const { ExchangedDocument: document, SupplyChainTradeTransaction: transaction } =
    parser.parse(xml).CrossIndustryInvoice
  const sums = transaction.ApplicableHeaderTradeSettlement.SpecifiedTradeSettlementHeaderMonetarySummation
  return {
    number: document.ID,
    note: document.IncludedNote.Content,
    line: transaction.IncludedSupplyChainTradeLineItem.SpecifiedTradeProduct.Name,
    net: sums.TaxBasisTotalAmount,
    tax: sums.TaxTotalAmount,
    total: sums.GrandTotalAmount,
    paid: sums.TotalPrepaidAmount,
    due: sums.DuePayableAmount,
  }
}
