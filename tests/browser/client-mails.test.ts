import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, testWithOwnApp as test } from './fixtures.ts'
import { openMail } from './outbox.ts'

test.afterEach(({ ownApp }) => ownApp.setClock(null))

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('a client is told of a comment, unsubscribes, and says that an invoice is paid', {
  tag: '@deep',
}, async ({ page, ownApp, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(accountApi.update, { body: { business_name: 'Ada Studio', time_zone: 'UTC' } })
  await ada.call(businessApi.update, { body: { account_holder: 'Ada', iban: 'DE89370400440532013000' } })
  const { id: clientId } = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@client-mails.example', approval_required: false },
  })
  const project = await ada.call(projectsApi.create, { body: { name: 'Website', client_id: clientId } })
  await ada.call(portalAccessApi.create, { params: { id: clientId } })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: clientId,
      issue_date: '2026-11-01',
      items: [{ description: 'Design', quantity: 1, rate: 900 }],
    },
  })
  const { portal_url } = await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  await ada.call(commentsApi.create, {
    params: { id: project.id },
    body: { content: 'The first draft is up.' },
  })

  await test.step('ten minutes later a mail quotes the comment, and leads to the page to unsubscribe', async () => {
    await ownApp.setClock(inMinutes(11))
    await openMail(page, 'New comment on Website')
    const mail = await page.content()
    expect(mail).toContain('The first draft is up.')
    await page.goto(/https?:\/\/[^"\s<]+\/unsubscribe\/[\w-]+/.exec(mail)?.[0] ?? '')
    await expect(page.getByRole('heading', { name: 'Unsubscribe from emails?' })).toBeVisible()
    await expect(page.getByText(/^Ada Studio lets you know/)).toBeVisible()
    await expectAccessibleAtEverySize(page)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
    await page.getByRole('button', { name: 'Get Emails Again' }).click()
    await expect(page.getByRole('heading', { name: 'You get emails again' })).toBeVisible()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  })

  await test.step('the freelancer sees it and cannot undo it', async () => {
    await page.setViewportSize(SIZES.desktop)
    await page.goto(`/clients/${clientId}`)
    await expect(page.getByText(/^Unsubscribed on /)).toBeVisible()
    await page.getByRole('link', { name: 'Edit all' }).click()
    const mails = page.getByRole('switch', { name: 'News about deliverables and comments' })
    await expect(mails).toBeDisabled()
    await expect(mails).not.toBeChecked()
  })

  await test.step('the client copies the payment details, and says when it was paid', async () => {
    await page.setViewportSize(SIZES.phone)
    await page.goto(portal_url)
    await page.getByRole('button', { name: 'Copy IBAN' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have paid' }).click()
    const dialog = page.getByRole('dialog', { name: 'I have paid' })
    await dialog.getByLabel('Paid on').fill('2026-11-10')
    await dialog.getByLabel('Note').fill('From North Bank')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('You said that you paid on November 10, 2026')).toBeVisible()
    await expect(page.getByRole('button', { name: 'I have paid' })).toHaveCount(0)
  })

  await test.step('the client enters another address, and confirms it from there', async () => {
    await page.getByRole('button', { name: 'Your details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your details' })
    await dialog.getByLabel('Email').fill('star@client-mails.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText('Confirm your new address in the email to star@client-mails.example'),
    ).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Your details' }).click()
    await expect(dialog.getByText('Waiting for confirmation: star@client-mails.example')).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveValue('north@client-mails.example')
    await expectAccessible(page)
    await openMail(page, 'Confirm your email address for Ada Studio')
    await page.goto(/https?:\/\/[^"\s<]+\/confirm-email\/[\w.-]+/.exec(await page.content())?.[0] ?? '')
    await expect(page.getByRole('heading', { name: 'Confirm your email address?' })).toBeVisible()
    await expect(page.getByText('Emails from Ada Studio will go to star@client-mails.example.')).toBeVisible()
    await expectAccessibleAtEverySize(page)
    await page.getByRole('button', { name: 'Confirm Address' }).click()
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    expect(await ada.call(clientsApi.get, { params: { id: clientId } })).toMatchObject({
      email: 'star@client-mails.example',
    })
  })

  await test.step('the freelancer records the payment, with that day', async () => {
    await page.goto(`/invoices?view=${id}`)
    await expect(page.getByText('Studio North says it was paid on Nov 10, 2026')).toBeVisible()
    await expect(page.getByText('From North Bank')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Record this payment' }).click()
    const form = page.getByRole('dialog', { name: /^Record payment/ })
    await expect(form.getByLabel('Paid on')).toHaveValue('2026-11-10')
    await form.getByRole('button', { name: 'Record payment' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText('says it was paid')).toHaveCount(0)
    expect(await ada.call(invoicesApi.get, { params: { id } })).toMatchObject({
      status: 'paid',
      paid_on: '2026-11-10',
    })
  })
})
