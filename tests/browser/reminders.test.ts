import { addDays } from '#core/calendar.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { remindersApi } from '#features/billing/sending/contract/reminders.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('reminders are worded and switched, and a late invoice is reminded of from the dashboard', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const today = new Date().toISOString().slice(0, 10)
  const client = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com', phone: '+1 555 0100' },
  })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: addDays(today, -20),
      due_date: addDays(today, -9),
      items: [{ description: 'Design', quantity: 1, rate: 100 }],
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: {} })

  await page.goto('/account?tab=reminders')
  await page.getByRole('switch', { name: '3 days before the due date' }).click()
  await page.getByRole('button', { name: 'Edit the reminder 7 days after the due date' }).click()
  const form = page.getByRole('dialog', { name: 'Edit reminder' })
  await form.getByLabel('Text').fill('Dear {client},\n\n{balance} is still due.')
  await expect(form.getByRole('region', { name: 'Preview of the email' })).toContainText(
    'Dear Jonas Pine,$1,200.00 is still due.',
  )
  await expectAccessibleAtEverySize(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('switch', { name: '7 days after the due date' })).toHaveAccessibleDescription(
    'Your message',
  )
  await expectAccessibleAtEverySize(page)
  expect(
    (await ada.call(remindersApi.get)).rules.map(({ is_enabled, text }) => [is_enabled, text !== '']),
  ).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [true, false],
  ])

  await page.goto('/dashboard')
  const late = page.getByRole('list', { name: 'Needs attention' })
  await expect(late).toContainText('INV-0001 is 9 days late Studio North · not reminded yet')
  await expectAccessibleAtEverySize(page)
  await late.getByRole('link', { name: 'Remind Studio North' }).click()
  const sending = page.getByRole('dialog', { name: 'Send INV-0001' })
  await expect(sending.getByLabel('Text')).toHaveValue('Dear Studio North,\n\n$100.00 is still due.')
  await sending.getByRole('button', { name: 'Send reminder' }).click()

  const invoice = page.getByRole('dialog', { name: /INV-0001/ })
  await expect(invoice.getByText(/Reminded on .+ Not opened since it was mailed/)).toBeVisible()
  await expect(invoice.getByRole('link', { name: 'Call Studio North, +1 555 0100' })).toBeVisible()
  const log = invoice.getByRole('region', { name: 'Timeline' })
  await expect(log.getByRole('listitem')).toHaveCount(3)
  await expect(log).toContainText('The next one goes on')
  await log.getByRole('switch', { name: 'Automatic reminders' }).click()
  await expect(log).toContainText('Off for this invoice.')
  await expectAccessibleAtEverySize(page)
  expect(await ada.call(invoicesApi.get, { params: { id } })).toMatchObject({ reminders_enabled: false })
})
