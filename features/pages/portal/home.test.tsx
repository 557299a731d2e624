import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { portalApi } from './contract/portal.ts'

const business = { name: 'Ada Studio' }

test('what waits comes first, each with its next step, then what is owed in each currency', async () => {
  answer(portalApi.overview, {
    business,
    visitor: { name: 'Jonas' },
    locale: 'en-US',
    waiting: {
      deliverables: [
        {
          id: 1,
          project_id: 4,
          project_name: 'Online shop',
          title: 'Checkout flow',
          version: 3,
          submitted_at: '2026-11-11T12:00:00Z',
          currency: 'USD',
          fee: 1200,
        },
      ],
      invoices: [
        {
          id: 46,
          invoice_number: 'INV-0046',
          status: 'overdue',
          due_date: '2026-10-31',
          currency: 'USD',
          balance: 4312.5,
          can_pay_online: true,
        },
        {
          id: 47,
          invoice_number: 'INV-0047',
          status: 'sent',
          currency: 'EUR',
          balance: 850,
          needs_approval: true,
        },
      ],
      comments: [
        { id: 9, project_id: 4, author_name: 'Ada', content: 'Which green?', is_question: true },
        { id: 8, project_id: 5, author_name: 'Ada', content: 'The first version is up.' },
      ],
    },
    accounts: [
      { currency: 'EUR', owed: 850, owed_count: 1 },
      { currency: 'USD', owed: 4312.5, owed_count: 1, paid_this_year: 18240, paid_count: 7 },
    ],
  })
  answer(portalApi.pay, refusal(409, { error: 'This invoice cannot be paid online right now.' }))
  const jonas = visit('/client-portal/1.x')
  const waiting = (await screen.findByRole('heading', { name: 'Waiting for you' })).closest('section')
  const titles = within(waiting ?? document.body).getAllByRole('heading', { level: 3 })
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Approve “Checkout flow”, version 3',
    'Pay invoice INV-0046',
    'Approve invoice INV-0047',
    'Answer Ada',
    'News from Ada',
  ])
  expect(screen.getByText(/· sent/, { selector: 'p' })).toHaveTextContent(
    'Online shop · sent Nov 11, 2026 · fee $1,200.00',
  )
  screen.getByText('$4,312.50, was due October 31, 2026')
  expect(screen.getByRole('link', { name: 'Review Checkout flow' })).toHaveAttribute(
    'href',
    '/client-portal/1.x/projects/4?tab=deliverables',
  )
  expect(screen.getByRole('link', { name: 'View invoice INV-0046' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Read and answer Ada' })).toBeVisible()
  expect(screen.getAllByText('You owe').map((term) => term.parentElement?.textContent)).toEqual([
    'You owe€850.001 invoice',
    'You owe$4,312.501 invoice',
  ])
  screen.getByText('$18,240.00')

  await jonas.press('Pay $4,312.50')
  await screen.findByText('This invoice cannot be paid online right now.')
  expect(callsOf(portalApi.pay)).toMatchObject([{ params: { invoiceId: '46' } }])
  expect(callsOf(portalApi.decideInvoice)).toEqual([])
})

test('nothing to do is said', async () => {
  answer(portalApi.overview, { business, visitor: { name: 'Jonas' }, locale: 'en-US' })
  visit('/client-portal/1.x')
  await screen.findByText('Nothing is waiting for you. Ada Studio will let you know when something is.')
  expect(screen.queryByText('You owe')).toBeNull()
})

test('who has invoices only sees them first, and can still look at the other tab', async () => {
  answer(portalApi.overview, { business, visitor: { name: 'Jonas' }, locale: 'en-US', invoices_count: 1 })
  answer(portalApi.invoices, [{ id: 46, invoice_number: 'INV-0046', status: 'sent', currency: 'USD' }])
  const jonas = visit('/client-portal/1.x')
  await screen.findByRole('link', { name: 'View & Review INV-0046' })
  await jonas.click(screen.getByRole('tab', { name: /Projects/ }))
  await screen.findByText('No projects yet')
})

test('a link that worked before says whom to ask, any other does not', async () => {
  answer(
    portalApi.overview,
    refusal(404, { code: 'invalid_link', contact: { name: 'Ada Studio', email: 'ada@studio.example' } }),
  )
  visit('/client-portal/1.x')
  await screen.findByText('Invalid or expired access token')
  screen.getByText('Ada Studio')
  expect(screen.getByRole('link', { name: 'ada@studio.example' })).toHaveAttribute(
    'href',
    'mailto:ada%40studio.example',
  )
})
