import type { Page } from '@playwright/test'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { expectAccessible } from './accessibility.ts'
import type { App } from './app.ts'
import { expect, testWithOwnApp as test } from './fixtures.ts'

// Run serially in one worker, and so on one app.
test.describe.configure({ mode: 'default' })

test.describe('when the trial is over and the plan’s limit is reached', () => {
  test.use({ expectedErrors: /403 \(Forbidden\)|Client limit reached/ })

  const endTrial = (app: App) => app.setClock(new Date(Date.now() + 20 * 86_400_000).toISOString())
  test.afterEach(({ ownApp }) => ownApp.setClock(null))

  test('a client typed meanwhile is refused, and the input stays', { tag: '@deep' }, async ({
    page,
    ownApp,
    signIn,
  }) => {
    const ada = await signIn('Ada')
    await endTrial(ownApp)
    const addClient = (name: string) => ada.call(clientsApi.create, { body: { name } })
    for (const name of ['One', 'Two']) await addClient(name)
    await page.goto('/clients?new')
    await page.getByLabel('Name').fill('Harbour & Pine')
    await addClient('Three')
    await page.getByRole('button', { name: 'Save Client' }).click()
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await expect(toasts).toContainText('The client limit of 3 has been reached.')
    await expect(toasts).toContainText('Upgrade your plan to add more clients.')
    await expect(page.getByText('Failed to save client')).toHaveCount(0)
    await expect(page.getByText('Please try again later')).toHaveCount(0)
    await expect(page.getByLabel('Name')).toHaveValue('Harbour & Pine')
  })

  test('a picker says that no more can be created', { tag: '@deep' }, async ({ page, ownApp, signIn }) => {
    const ada = await signIn('Ada')
    await endTrial(ownApp)
    for (const name of ['One', 'Two', 'Three']) await ada.call(clientsApi.create, { body: { name } })
    await page.goto('/projects?new')
    await page.getByRole('combobox', { name: 'Client' }).fill('Acme')
    await page.getByRole('option', { name: 'Create client “Acme”' }).click()
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await expect(toasts).toContainText('The client limit of 3 has been reached.')
    await expect(page.getByRole('dialog', { name: 'New Project' })).toBeVisible()
    expect(await ada.call(clientsApi.list)).toHaveLength(3)
  })
})

test('from a new account to a plan, another plan, and back to Free without losing data', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const trial = await expectPlan(page, 'Professional', 'Trial')
  await expect(trial.getByRole('link', { name: 'Upgrade Before Trial Ends' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage Billing' })).toHaveCount(0)

  await page.goto('/stripe-setup')
  await expect(page.getByText('checkout.session.completed')).toBeVisible()
  await expect(page.getByText('2 products configured')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Products and Prices' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Test Payment Flow' }).click()

  await expect(page.getByText('14 days left in your Professional trial')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade to Professional' })).toBeEnabled()
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('No advanced reports.')).toBeVisible()
  await expect(question.getByText('Up to 15 clients, no longer unlimited.')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  await question.getByRole('button', { name: 'Choose Starter' }).click()
  await expect(page.getByText('Due today')).toBeVisible()
  await payByCard(page, '4000 0000 0000 0002')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/subscription\/success/)
  await expect(page.getByText('Redirecting automatically in 5 seconds...')).toBeVisible()
  await expect(
    page.getByText(/is activated.*continues, and Starter begins when it ends.*first payment/),
  ).toBeVisible()
  await expect(page.getByText('all premium features')).toHaveCount(0)
  await expect(page.getByText('Redirecting automatically in 4 seconds...')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)

  const bought = await expectPlan(page, 'Professional', 'Active')
  await expect(bought.getByText('Next billing date:')).toBeVisible()
  await expect(bought.getByText('You have bought Starter ($15/month).')).toBeVisible()
  await page.goto('/pricing')
  await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Upgrade to Professional' })).toBeEnabled()
  await moveClockToNextDue(page, 'trial_will_end')
  await expectPlan(page, 'Professional', 'Active')
  await expect(page.getByText(/trial (ending|expires)/i)).toHaveCount(0)
  await moveClockToNextDue(page, 'invoice.paid')
  const starter = await expectPlan(page, 'Starter', 'Active')
  await expect(starter.getByText('Next billing date:')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Paid plan' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Billing History' })).toBeVisible()
  await page.goto('/pricing')
  await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await page.goto('/reports')
  await expect(page.getByRole('link', { name: 'Upgrade to Professional' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Your totals for / })).toContainText('Revenue')
  await expectAccessible(page)

  await page.goto('/subscription/manage')
  const portal = await openPortal(page)
  await portal.getByRole('link', { name: 'Change plan' }).click()
  await portal.getByRole('button', { name: 'Continue' }).click()
  await portal.getByRole('button', { name: 'Confirm change' }).click()
  await expect(portal.getByText('Your plan was changed.')).toBeVisible()
  await expect.poll(async () => (await ada.call(subscriptionApi.current)).plan?.id).toBe('professional')
  await page.goto('/reports')
  await expect(page.getByText('Total Revenue')).toBeVisible()

  await portal.getByRole('link', { name: 'Cancel plan' }).click()
  await portal.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(portal.getByText('Your plan will end with the current period.')).toBeVisible()
  await expect
    .poll(async () => (await ada.call(subscriptionApi.current)).subscription.status)
    .toBe('canceled')
  const canceled = await expectPlan(page, 'Professional', 'Canceled')
  await expect(canceled.getByText('Cancels on:')).toBeVisible()

  await moveClockToNextDue(portal, 'customer.subscription.deleted')
  await portal.close()

  // 30 days have passed, as long as a session lasts, so it may or may not have ended. If the page noticed, it comes back to it.
  await page.context().clearCookies()
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Started Free' }).click()
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/(?:dashboard|subscription\/manage)$/)
  await expectPlan(page, 'Free', 'Active')
  await expect(page.getByRole('img', { name: 'Paid plan' })).toHaveCount(0)
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Studio North' })).toBeVisible()
})

async function payByCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code (CVC)').fill('123')
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await page.getByRole('button', { name: /^(Pay|Start trial)/ }).click()
}

/** The billing portal, in the tab that it opens in. */
async function openPortal(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  return opened
}

/** Moves the sandbox's and the app's clock to the next due event. */
async function moveClockToNextDue(page: Page, event: string) {
  await page.goto('/sandbox/payments')
  await expect(page.getByText('Move its clock forward')).toBeVisible()
  await page.getByRole('button', { name: 'To the next due date' }).click()
  await expect(page.getByText('The clock was moved.')).toBeVisible()
  await expect(page.getByRole('link', { name: event }).first()).toBeVisible()
}

async function expectPlan(page: Page, name: string, status: string) {
  await page.goto('/subscription/manage')
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Current Plan' }) })
  await expect(card.getByText(name, { exact: true }).first()).toBeVisible()
  await expect(card.getByText(status, { exact: true })).toBeVisible()
  return card
}
