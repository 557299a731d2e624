import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { adminApi } from './contract.ts'

const AT = '2026-11-17T02:30:00.000Z'

const OVERVIEW = {
  version: '1.0.0',
  database: { kind: 'server', version: '17.2' },
  uptime_seconds: 200_000,
  accounts: { total: 1234, new_in_30_days: 12 },
  mail: { kind: 'smtp', from: 'daybook@example.com', waiting: 2, failed_this_week: 1 },
  backups: {
    directory: '/data/backups',
    keep: 7,
    next_at: AT,
    is_pending: false,
    last: {
      created_at: AT,
      file: 'daybook-20261117T023000Z-0badc0de.zip',
      size: 2_097_152,
      missing_files: 0,
    },
    failure: null,
  },
} as const

test('an admin sees the state of this Daybook, and repairs what failed', async () => {
  answer(adminApi.overview, OVERVIEW)
  answer(adminApi.emails, [
    { account_id: 3, id: 9, account_email: 'ada@example.com', reason: 'Mailbox full', can_retry: true },
    { account_id: 3, id: 8, account_email: 'ada@example.com', status: 'uncertain', can_retry: false },
  ])
  const id = crypto.randomUUID()
  answer(adminApi.jobs, { count: 1, jobs: [{ id, name: 'render-document', reason: 'No font' }] })
  answer(adminApi.accounts, [{ name: 'Ada Lovelace', email: 'ada@example.com', plan: 'Free' }])
  const root = visit('/admin')
  await screen.findByText('Daybook 1.0.0 · PostgreSQL server 17.2 · this server is up for 2 d 7 h')
  await screen.findByText('1,234')
  await screen.findByText(/daybook-20261117T023000Z-0badc0de\.zip, 2 MB/)
  await within(await screen.findByRole('list', { name: 'Accounts' })).findByText('Ada Lovelace')

  answer(adminApi.retryEmail, { success: true })
  await root.press('Try again: To a client of ada@example.com')
  expect(callsOf(adminApi.retryEmail)).toMatchObject([{ body: { account_id: 3, id: 9 } }])
  answer(adminApi.retryJob, { success: true })
  await root.press('Try again: Render document')
  expect(callsOf(adminApi.retryJob)).toMatchObject([{ body: { id } }])

  answer(adminApi.testEmail, { outcome: 'refused', reason: 'Connection refused' })
  await root.press('Send a test email')
  await screen.findByText('Connection refused')

  answer(adminApi.backUp, { success: true })
  await root.press('Back up now')
  expect(callsOf(adminApi.backUp)).toHaveLength(1)
})

test('what went wrong with a backup is told in words', async () => {
  const failure = { created_at: AT, error: 'The disk of /data/backups is full' }
  answer(adminApi.overview, { ...OVERVIEW, backups: { ...OVERVIEW.backups, next_at: null, failure } })
  visit('/admin')
  await screen.findByText('The disk of /data/backups is full')
  await screen.findByText('None: BACKUP_SCHEDULE is not set')
})

test('for everyone else there is no such page, and no way to it', async () => {
  answer(adminApi.overview, refusal(404, { error: 'Not found', code: 'not_found' }))
  const ada = visit('/admin')
  await screen.findByRole('heading', { name: 'This page does not exist.' })
  await ada.press(/Account menu|ada/i)
  expect(screen.queryByRole('menuitem', { name: 'Admin' })).toBeNull()
})

test('an admin finds the page in the account menu', async () => {
  answer(subscriptionApi.current, { plan: { id: 'admin', name: 'Admin' } })
  const root = visit('/dashboard')
  await root.press(/Account menu|ada/i)
  await screen.findByRole('menuitem', { name: 'Admin' })
})
