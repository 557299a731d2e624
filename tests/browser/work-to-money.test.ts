import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { XMLParser } from 'fast-xml-parser'
import PostalMime, { type Email } from 'postal-mime'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { firstOf } from '#tests/lists.ts'
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

/** With 8.25% tax. */
const TYPED = { net: '$2,346.24', tax: '$193.56', total: '$2,539.80' }
const TYPED_ITEMS = [
  ['Design', '10', '95', '$950.00'],
  ['Development', '12.5', '110.10', '$1,376.25'],
  ['Hosting', '1', '19.99', '$19.99'],
] as const
/** The sum of the time and of the typed line. */
const UNPAID = '$2,707.09'

const CLIENT = { name: 'Jonas Pine', email: 'jonas@work-to-money.example' }

/** With a Stripe account and all that e-invoices ask for. However short the timer runs, it measures a quarter of an hour. */
async function openStudio(ada: Person): Promise<void> {
  await connectStripe(ada)
  await ada.call(businessApi.update, {
    body: {
      name: 'Ada Design',
      country: 'DE',
      tax_id: 'DE123456789',
      email: 'ada@work-to-money.example',
      tax_rate: 19,
      payment_terms_days: 14,
      time_rounding_minutes: 15,
    },
  })
}

const choose = async (page: Page, field: string, option: RegExp | string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function download(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return readFile(await file.path())
}

async function downloadMail(page: Page): Promise<Email> {
  const link = page.getByRole('link', { name: 'Download the message' })
  return PostalMime.parse(await download(page, () => link.click()))
}

/** Expects these amounts on the dashboard and on the client's page. */
async function expectAmounts(page: Page): Promise<void> {
  const amounts = page.getByRole('navigation', { name: 'Amounts' })
  await expect(amounts.getByRole('link', { name: `Waiting for approval ${TIME.total}` })).toBeVisible()
  for (const part of ['Unbilled', 'Drafts', 'Unpaid', 'Overdue'])
    await expect(amounts.getByRole('link', { name: `${part} $0.00` })).toBeVisible()
  const paid = page.getByText('Paid this month', { exact: true }).locator('xpath=ancestor::div[1]')
  await expect(paid.getByRole('definition')).toHaveText(FEE.total)
}

/** On PostgreSQL; `online-payment.test.ts` goes from approval to payment on the embedded database. */
test('a new freelancer gets from the timer, logged time and an approved fee to money', async ({
  page,
  app,
  browser,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await openStudio(ada)
  const phone = await browser.newPage({ viewport: SIZES.phone, baseURL: app.url })
  phone.on('pageerror', (error) => expect(error).toBeUndefined())
  const visit = (screen: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }).click()
  const fromDashboard = async (link: string) => {
    await visit('Dashboard')
    await page.getByRole('main').getByRole('link', { name: link }).click()
  }

  await test.step('the freelancer adds a client and a project', async () => {
    await page.goto('/dashboard')
    await fromDashboard('Add Client')
    await page.getByLabel('Name').fill(CLIENT.name)
    await page.getByLabel('Email', { exact: true }).fill(CLIENT.email)
    await page.getByRole('button', { name: 'Save Client' }).click()
    await expect(page.getByText('Client created successfully')).toBeVisible()
    const { id } = firstOf(await ada.call(clientsApi.list))
    await ada.call(clientsApi.update, { params: { id }, body: { ...CLIENT, country: 'DE' } })

    await fromDashboard('Start Project')
    await page.getByLabel('Name', { exact: true }).fill('New checkout')
    await choose(page, 'Client', /Jonas Pine/)
    await page.getByLabel('Hourly rate').fill('80.33')
    await choose(page, 'Invoice on approval', 'Send it')
    await page.getByRole('button', { name: 'Save Project' }).click()
    await expect(page.getByText('Project created successfully')).toBeVisible()
  })

  await test.step('measures time and keeps it, logs more, and adds an expense', async () => {
    const timer = page.getByRole('region', { name: 'Timer' }).filter({ visible: true })
    // The only project is proposed.
    await expect(timer).toContainText('New checkout')
    await timer.getByRole('button', { name: 'Start the timer' }).click()
    await expect(timer.getByRole('timer')).toBeVisible()
    await timer.getByLabel('Description').fill('Sketches')
    await timer.getByLabel('Description').press('Enter')
    await timer.getByRole('button', { name: 'Stop the timer' }).click()
    const question = page.getByRole('dialog', { name: 'Keep this time?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(page.getByText('15 minutes logged')).toBeVisible()

    await fromDashboard('Log Time')
    const logging = page.getByRole('dialog', { name: 'Log Time' })
    await expect(logging.getByRole('combobox', { name: 'Project' })).toHaveValue('New checkout')
    await logging.getByLabel('Hours').fill('1:30')
    await logging.getByLabel('Description').fill('Sketches')
    await logging.getByRole('button', { name: 'Log Time' }).click()
    await expect(page.getByText('Time entry logged successfully')).toBeVisible()

    await visit('Expenses')
    await page.getByRole('button', { name: 'Add Expense' }).first().click()
    await page.getByLabel('Description').fill('Fonts')
    await page.getByLabel('Amount').fill('49.99')
    await choose(page, 'Category', 'Software & Tools')
    await page.getByRole('button', { name: 'Save Expense' }).click()
    await expect(page.getByText('Expense added successfully')).toBeVisible()
  })

  await test.step('submits a deliverable with a fee', async () => {
    await visit('Projects')
    await page.getByRole('link', { name: 'New checkout' }).click()
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
    await expect(page.getByRole('heading', { level: 1, name: 'Bill Jonas Pine' })).toBeVisible()
    await page.getByRole('button', { name: `Create draft for ${TIME.total}` }).click()
    const invoice = page.getByRole('dialog', { name: /INV-0001/ })
    await expect(invoice.getByRole('row', { name: `Sketches 1.75 hours $80.33 ${TIME.net}` })).toBeVisible()
    await invoice.getByRole('button', { name: 'Send' }).click()
    const sending = page.getByRole('dialog', { name: 'Send INV-0001' })
    await sending.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(`INV-0001 sent to ${CLIENT.email}`).first()).toBeVisible()
  })

  await test.step('the mail has the invoice as a PDF, and leads the client there, on a phone', async () => {
    await openMail(phone, CLIENT.email)
    const { to, attachments } = await downloadMail(phone)
    expect(to?.map(({ address }) => address)).toEqual([CLIENT.email])
    expect(attachments).toMatchObject([{ filename: 'INV-0001.pdf', mimeType: 'application/pdf' }])
    const [pdf] = attachments
    const lines = linesOfPdf(Buffer.from(pdf?.content as ArrayBuffer))
    expect(lines.join('\n')).toContain(TIME.total)
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
    await visit('Clients')
    await page.getByRole('link', { name: 'Jonas Pine' }).click()
    await expectAmounts(page)
  })

  await test.step('so do reports: net, tax, what was received and what is owed', async () => {
    await visit('Reports')
    await expect(page.getByText('1.75', { exact: true }).first()).toBeVisible()
    await page.getByRole('tab', { name: 'Outstanding' }).click()
    await expect(page.getByText(TIME.total, { exact: true }).first()).toBeVisible()
    await page.getByRole('tab', { name: 'Taxes' }).click()
    const tax = page.getByRole('table', { name: 'Tax Collected' })
    await expect(
      tax.getByRole('row', { name: `Total ${FEE.net} ${FEE.tax} ${FEE.total}`, exact: true }),
    ).toBeVisible()
    await expect(page.getByText(FEE.net, { exact: true }).first()).toBeVisible()
  })

  await test.step('invoice and e-invoice cite the approval and its file', async () => {
    await visit('Invoices')
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

  await test.step('an invoice that is typed adds up to the cent, and is marked as sent and paid', async () => {
    await page.keyboard.press('Escape')
    await fromDashboard('Create Invoice')
    await choose(page, 'Client', /Jonas Pine/)
    await page.getByLabel('Tax rate').fill('8.25')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Invoice' }).click()
    const invoice = page.getByRole('dialog', { name: /INV-0003/ })
    for (const [description, quantity, rate, amount] of TYPED_ITEMS) {
      await invoice.getByLabel('Description').fill(description)
      await invoice.getByLabel('Qty').fill(quantity)
      await invoice.getByLabel('Rate').fill(rate)
      await page.keyboard.press('Enter')
      await expect(invoice.getByRole('row', { name: new RegExp(description) })).toContainText(amount)
    }
    for (const figure of Object.values(TYPED)) await expect(invoice.getByText(figure)).toBeVisible()
    await choose(page, 'Status', 'Sent')
    await expect(page.getByText('Invoice marked as sent')).toBeVisible()
    await page.keyboard.press('Escape')
    await visit('Dashboard')
    const pending = page.getByRole('link', { name: /Pending Invoices/ })
    await expect(pending).toContainText(UNPAID)
    await expect(page.getByRole('main').getByText('Invoice marked as sent')).toBeVisible()

    await visit('Invoices')
    await page.getByRole('button', { name: /INV-0003/ }).click()
    await choose(page, 'Status', 'Paid')
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(page.getByText('Invoice marked as paid')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await visit('Dashboard')
    await expect(pending).toContainText(TIME.total)
  })
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
