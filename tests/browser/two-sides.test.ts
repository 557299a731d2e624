import { clientsApi } from '#features/clients/contract.ts'
import { invoicesApi } from '#features/invoices/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { firstOf } from '#tests/lists.ts'
import { SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

/** Used by no other test: all mail through the same outbox. */
const ADDRESS = 'mara@two-sides.example'

test('a freelancer and a client, each in a browser of their own, agree on work and money', async ({
  page,
  app,
  browser,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North', email: ADDRESS } })
  const project = await ada.call(projectsApi.create, { body: { name: 'New website', client_id: client.id } })
  const items = [{ description: 'Design', quantity: 2, rate: 95 }]
  await ada.call(invoicesApi.create, { body: { client_id: client.id, issue_date: '2026-11-15', items } })

  const phone = await browser.newPage({ viewport: SIZES.phone, baseURL: app.url })
  phone.on('pageerror', (error) => expect(error).toBeUndefined())

  await test.step('the freelancer submits a deliverable and sends an invoice', async () => {
    await page.goto(`/projects/${project.id}?tab=deliverables`)
    await page.getByRole('button', { name: 'Add Deliverable' }).click()
    await page.getByLabel('Title').fill('Brand book')
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'brand.txt',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(1_500_000, 'Green.'),
    })
    await page.getByRole('button', { name: 'Save Deliverable' }).click()
    await expect(page.getByText('1.4 MB')).toBeVisible()
    await page.getByRole('button', { name: 'Submit for approval Brand book' }).click()
    await expect(page.getByText('Submitted for approval')).toBeVisible()

    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    await page.getByRole('button', { name: /INV-0001/ }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    const question = page.getByRole('dialog', { name: 'Send INV-0001' })
    await expect(question).toContainText(ADDRESS)
    await question.getByRole('button', { name: 'Send' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText(`INV-0001 sent to ${ADDRESS}`).first()).toBeVisible()
  })

  const link = await test.step('the mail brings the link', async () => {
    let mail = ''
    await expect(async () => {
      await page.goto('/sandbox/outbox')
      await page.getByRole('link', { name: ADDRESS }).click({ timeout: 2000 })
      mail = await page.content()
      expect(mail).toContain('/client-portal/')
    }).toPass()
    return /https?:\/\/[^"\s<]+\/client-portal\/[\w.-]+/.exec(mail)?.[0] ?? ''
  })

  await test.step('on the phone, the client asks for changes', async () => {
    await phone.goto(link)
    await phone
      .getByRole('link', { name: /View & Review/ })
      .or(phone.getByRole('tab', { name: /Projects/ }))
      .first()
      .waitFor()
    await goWithin(phone, `${link.replace(/\/invoices.*$/, '')}/projects/${project.id}?tab=deliverables`)
    await expect(phone.getByText('brand.txt, 1.4 MB')).toBeVisible()
    const download = phone.waitForEvent('download')
    await phone.getByRole('link', { name: /Download/ }).click()
    expect((await download).suggestedFilename()).toBe('brand.txt')
    await phone.getByRole('button', { name: /Request Changes/ }).click()
    await phone.getByRole('textbox').fill('Greener, please.')
    await phone.getByRole('button', { name: 'Submit Feedback' }).click()
    await expect(phone.getByText('Changes requested').first()).toBeVisible()
  })

  await test.step('the freelancer sees it in the activity, and resubmits', async () => {
    await page.goto('/dashboard')
    await expect(page.getByText(/Brand book/).first()).toBeVisible()
    await goWithin(page, `/projects/${project.id}?tab=deliverables`)
    await expect(page.getByText('Greener, please.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Resubmit Brand book' }).click()
    await expect(page.getByText('Version 2 submitted for approval')).toBeVisible()
  })

  await test.step('the client approves both, and says so', async () => {
    await phone.reload()
    await phone.getByRole('button', { name: /^Approve/ }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(phone.getByText('Approved').first()).toBeVisible()

    await phone.getByRole('tab', { name: /Comments/ }).click()
    await phone.getByPlaceholder('Share your thoughts, questions, or feedback...').fill('Lovely work.')
    await phone.getByRole('button', { name: 'Post Comment' }).click()
    await expect(phone.getByText('Lovely work.')).toBeVisible()

    const invoice = firstOf(await ada.call(invoicesApi.list))
    await goWithin(phone, `${link.replace(/\/invoices.*$/, '')}/invoices/${invoice.id}`)
    await phone
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(phone.getByText('Invoice Approved')).toBeVisible()
  })

  await test.step('the freelancer sees all of it', async () => {
    await page.reload()
    await expect(page.getByText('Approved').first()).toBeVisible()
    await page.getByText('2 versions').click()
    await expect(page.getByText('Greener, please.').first()).toBeVisible()
    await page.getByRole('tab', { name: 'Comments' }).click()
    await expect(page.getByText('Lovely work.')).toBeVisible()
    const invoice = firstOf(await ada.call(invoicesApi.list))
    await goWithin(page, `/invoices?view=${invoice.id}`)
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Approved/)
        .first(),
    ).toBeVisible()
  })
  await phone.close()
})
